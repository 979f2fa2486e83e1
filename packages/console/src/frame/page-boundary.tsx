import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useErrorBoundary, useState } from 'preact/hooks';
import { frameTexts } from './texts.ts';
import { Empty } from '../parts/panel.tsx';
import { showError } from '../parts/toast.tsx';
import { loadAgain } from '../server/load-again.ts';
import * as buttonStyles from '../parts/button.module.css';

/** Shows an error if a page cannot be loaded or rendered, until the address changes. The frame stays usable. */
export function PageBoundary({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  const [failedAt, setFailedAt] = useState<string | null>(null);
  useErrorBoundary((error: unknown) => {
    reportError(error);
    setFailedAt(path);
  });
  return failedAt === path ? <NotLoaded /> : children;
}

function NotLoaded() {
  return (
    <Empty title={frameTexts.notLoaded.title} isPage>
      <p role="alert">{frameTexts.notLoaded.about}</p>
      <button type="button" class={buttonStyles.button} onClick={() => void press()}>
        {frameTexts.notLoaded.again}
      </button>
    </Empty>
  );
}

async function press(): Promise<void> {
  if (!(await loadAgain())) showError(frameTexts.notLoaded.stillAway);
}
