import { useLocation } from 'preact-iso';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { undoLast } from '../parts/toast.tsx';
import { isOffline } from '../server/request.ts';
import { words } from '../base/words.ts';
import { KeyboardHelp, openHelp } from './keyboard-help.tsx';
import { hrefOf, type Chapter, readAddress } from './address.ts';
import { MaintenanceBanner } from './maintenance-banner.tsx';
import { Rail } from './rail.tsx';
import { useShortcuts } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';

/** What stands around every page of somebody who is logged in. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  const { project } = readAddress(path);
  useShortcuts(
    useMemo(() => {
      const go = (chapter: Chapter) => () => route(hrefOf(project, chapter));
      return {
        goStart: go('start'),
        goFeatures: go('features'),
        goAudit: go('audit'),
        undo: undoLast,
        help: openHelp,
      };
    }, [project, route]),
  );
  return (
    <div class="app">
      <a class="skip" href="#content">
        {words.skip}
      </a>
      <Rail />
      <div class="page">
        {isOffline.value && (
          <p class="banner" role="status">
            {words.offline}
          </p>
        )}
        <MaintenanceBanner />
        <TopBar />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <KeyboardHelp />
    </div>
  );
}
