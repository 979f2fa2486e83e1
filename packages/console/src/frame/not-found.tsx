import { Empty } from '../parts/panel.tsx';
import { frameTexts } from './texts.ts';

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <Empty title={frameTexts.notFound.title} isPage>
      <p>{frameTexts.notFound.about}</p>
      <a class="b" href="/">
        {frameTexts.notFound.back}
      </a>
    </Empty>
  );
}
