import { Empty } from '../parts/panel/panel.tsx';
import * as buttonStyles from '../parts/mark/button.module.css';

export function NotFound() {
  return (
    <Empty title="Page not found" isPage>
      <p>It doesn’t exist, or you don’t have access to it.</p>
      <a class={buttonStyles.button} href="/">
        Go to start
      </a>
    </Empty>
  );
}
