import { Empty } from '../parts/panel.tsx';
import { words } from '../base/words.ts';

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <Empty title={words.notFound.title} isPage>
      <p>{words.notFound.about}</p>
      <a class="b" href="/">
        {words.notFound.back}
      </a>
    </Empty>
  );
}
