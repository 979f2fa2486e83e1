import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { undoLast } from '../parts/layer/toast.tsx';
import { leave } from '../parts/layer/unsaved.tsx';
import { followChanges, liveness } from '../server/live/live.ts';
import { isOffline, useAnswer } from '../server/ask.ts';
import { useAddress, sectionAt, useSections } from './page.ts';
import { Rail } from './rail.tsx';
import { NotFound } from './not-found.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { useStoredSingleKeys } from '../parts/single-keys.ts';
import { useStoredTheme, nextTheme, type Theme, theme, themeTitles } from './theme.ts';
import { useTitleContext } from './window-title.ts';
import * as styles from './frame.module.css';
import { useLocation } from 'preact-iso/router';
import { Button, ButtonLink } from '../parts/mark/button.tsx';
import { Icon } from '../parts/mark/icon.tsx';
import { useProjectName } from '../server/session.ts';
import { Bell } from './bell.tsx';
import { HelpMenu, openHelp } from './help-menu.tsx';
import { openPalette } from './palette.ts';
import { hrefOf, projectHref } from './address.ts';
import { settingsTitles } from './settings-titles.ts';

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

const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const satisfies Readonly<Record<Theme, string>>;

/** The top bar: breadcrumbs, search and live status. */
function TopBar() {
  const { path } = useLocation();
  const title = themeTitles[theme.value];
  return (
    <header class={styles.top}>
      <Crumbs path={path} />
      <Liveness />
      <Button look="none" className={styles.jump} aria-haspopup="dialog" press={openPalette} icon="search">
        <span>Search or run a command</span>
        <kbd>Ctrl K</kbd>
      </Button>
      <Bell />
      <Button look="quiet" className={styles.spare} aria-label={title} title={title} press={nextTheme} icon={themeIcons[theme.value]} />
      <ButtonLink look="quiet" className={styles.spare} href="/profile" aria-label="Profile" title="Profile">
        <Icon name="user" />
      </ButtonLink>
      <div class={styles.spare}>
        <HelpMenu />
      </div>
    </header>
  );
}

const livenesses = {
  beginning: { word: 'Connecting', about: 'Connecting to live updates', look: '' },
  live: { word: 'Live', about: 'Changes appear as they happen', look: styles.live },
  disconnected: { word: 'Not live', about: 'Checking for changes every 15 seconds', look: styles.disconnected },
  offline: { word: 'Offline', about: 'Can’t reach the server', look: styles.disconnected },
};

function Liveness() {
  const { word, about, look } = livenesses[isOffline.value ? 'offline' : liveness.value];
  return (
    <span class={`${styles.liveness} ${look}`} role="status" title={about}>
      <span class={styles.dot} aria-hidden="true" />
      <span class={styles.word}>{word}</span>
    </span>
  );
}

function Crumbs({ path }: { readonly path: string }) {
  const address = useAddress();
  const { project, section } = address;
  const title = sectionAt(useSections(), address)?.title ?? '';
  const nameOf = useProjectName();
  const steps = [
    ...(project === null ? [] : [{ name: nameOf(project), href: projectHref(project) }]),
    { name: title, href: hrefOf(project, section) },
    ...leafOf(path),
  ];
  return (
    <ol class={styles.crumbs}>
      {steps.map(({ name, href }, index) => (
        <li key={href}>{index === steps.length - 1 ? <b>{name}</b> : <a href={href}>{name}</a>}</li>
      ))}
    </ol>
  );
}

/** The breadcrumb of the feature, segment or settings section in an address. */
function leafOf(path: string): readonly { readonly name: string; readonly href: string }[] {
  const section = /^\/settings\/([^/]+)/.exec(path)?.[1];
  const isKnown = (name: string): name is keyof typeof settingsTitles => Object.hasOwn(settingsTitles, name);
  if (section !== undefined && isKnown(section)) return [{ name: settingsTitles[section], href: `/settings/${section}` }];
  const request = /^\/projects\/[^/]+\/change-requests\/(\d+)/.exec(path)?.[1];
  if (request !== undefined) return [{ name: request, href: path }];
  const named = /^\/projects\/[^/]+\/(?:features|segments)\/([^/]+)/.exec(path)?.[1];
  return named === undefined ? [] : [{ name: decodeURIComponent(named), href: path }];
}
