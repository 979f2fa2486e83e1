import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { Empty } from '../parts/panel/panel.tsx';
import { showError } from '../parts/layer/toast.tsx';
import { liveness } from '../server/live/live.ts';
import { isOffline } from '../server/request.ts';
import { loadAgain } from '../server/load-again.ts';
import { Button } from '../parts/mark/button.tsx';

/** Shows an error if a page cannot be loaded or rendered, until the address changes or the server is back. The frame stays usable. */
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
  const wasAway = useRef(false);
  const isAway = isOffline.value || liveness.value === 'disconnected';
  useEffect(() => {
    if (wasAway.current && !isAway) void loadAgain();
    wasAway.current = isAway;
  }, [isAway]);
  return (
    <Empty title="Couldn’t load this page" isPage>
      <p role="alert">The server is unreachable, or it was upgraded since you opened the console.</p>
      <Button look="button" press={() => void press()} text="Reload" />
    </Empty>
  );
}

async function press(): Promise<void> {
  if (!(await loadAgain())) showError('The server is still unreachable.');
}
