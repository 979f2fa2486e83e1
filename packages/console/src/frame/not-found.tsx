import { Empty } from '../parts/panel/panel.tsx';
import { frameTexts } from './texts.ts';
import * as buttonStyles from '../parts/mark/button.module.css';

export function NotFound() {
  return (
    <Empty title={frameTexts.notFound.title} isPage>
      <p>{frameTexts.notFound.about}</p>
      <a class={buttonStyles.button} href="/">
        {frameTexts.notFound.back}
      </a>
    </Empty>
  );
}
