import { useLocation } from 'preact-iso/router';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { undoLast } from '../parts/layer/toast.tsx';
import { leave } from '../parts/layer/unsaved.tsx';
import { followChanges } from '../server/live/live.ts';
import { isOffline } from '../server/request.ts';
import { hrefOf, projectHref } from './address.ts';
import { useAddress } from './page.ts';
import { openPalette } from './palette.ts';
import { Rail } from './rail.tsx';
import { NotFound } from './not-found.tsx';
import { openHelp, useShortcuts } from './shortcuts.ts';
import { useStoredSingleKeys } from './single-keys.ts';
import { useStoredTheme } from './theme.ts';
import { TopBar } from './top-bar.tsx';
import { useTitleContext } from './window-title.ts';
import * as styles from './frame.module.css';
import { useAnswer } from '../server/answer.ts';

/** The frame around every page for logged-in users. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { route } = useLocation();
  const { project } = useAddress();
  useEffect(followChanges, []);
  useStoredTheme();
  useTitleContext();
  useStoredSingleKeys();
  useShortcuts(
    useMemo(() => {
      const go = (section: string) => () => leave(() => route(hrefOf(project, section)));
      const toProject = (page: string) => () => leave(() => route(project === null ? '/projects' : `${projectHref(project)}/${page}`));
      return {
        goStart: go('start'),
        goFeatures: go('features'),
        goAudit: go('audit'),
        goSegments: go('segments'),
        goRequests: toProject('change-requests'),
        goPlayground: go('playground'),
        why: go('playground'),
        palette: openPalette,
        undo: undoLast,
        help: openHelp,
      };
    }, [project, route]),
  );
  return (
    <div class={styles.app}>
      <a class={styles.skip} href="#content">
        Skip to content
      </a>
      <Rail />
      <div>
        {isOffline.value && (
          <p class={styles.banner} role="status">
            Can’t reach the server. This page may be out of date, and you can’t make changes.
          </p>
        )}
        <MaintenanceBanner />
        <TopBar />
        <main id="content" tabIndex={-1}>
          {useLostProject() ? <NotFound /> : children}
        </main>
      </div>
    </div>
  );
}

/** True if the address names a project that does not exist or that the user cannot see. */
function useLostProject(): boolean {
  const { project } = useAddress();
  const { data, isFetching } = useAnswer('GET /api/admin/projects', {}, { when: project !== null });
  return project !== null && data !== undefined && !isFetching && !data.projects.some(({ id }) => id === project);
}

const pollMs = 60_000;

/** Shown while changes are rejected. */
function MaintenanceBanner() {
  const { data } = useAnswer('GET /api/admin/ui-config', {}, { everyMs: pollMs });
  if (data?.maintenanceMode !== true) return null;
  return (
    <p class={styles.banner} role="status">
      Maintenance mode: features are served as usual, but no one can make changes.
    </p>
  );
}
