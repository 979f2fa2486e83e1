import { Empty } from '../parts/panel/panel.tsx';
import { ButtonLink } from '../parts/mark/button.tsx';

export function NotFound() {
  return (
    <Empty title="Page not found" isPage>
      <p>It doesn’t exist, or you don’t have access to it.</p>
      <ButtonLink look="button" href="/" text="Go to start" />
    </Empty>
  );
}
