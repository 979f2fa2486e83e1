import { useLocation } from 'preact-iso/router';
import { Button } from '../parts/mark/button.tsx';
import { Icon } from '../parts/mark/icon.tsx';
import { liveness } from '../server/live/live.ts';
import { isOffline } from '../server/request.ts';
import { useProjectName } from '../server/session.ts';
import { Bell } from './bell.tsx';
import { HelpMenu } from './help-menu.tsx';
import { openPalette } from './palette.ts';
import { hrefOf, projectHref } from './address.ts';
import { sectionAt, useAddress, useSections } from './page.ts';
import { nextTheme, type Theme, theme, themeTitles } from './theme.ts';
import * as buttonStyles from '../parts/mark/button.module.css';
import * as styles from './frame.module.css';
import { settingsSections } from './settings-sections.ts';

const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const satisfies Readonly<Record<Theme, string>>;

/** The top bar: breadcrumbs, search and live status. */
export function TopBar() {
  const { path } = useLocation();
  const title = themeTitles[theme.value];
  return (
    <header class={styles.top}>
      <Crumbs path={path} />
      <Liveness />
      <Button class={styles.jump} aria-haspopup="dialog" press={openPalette} icon="search">
        <span>Search or run a command</span>
        <kbd>Ctrl K</kbd>
      </Button>
      <Bell />
      <Button
        class={`${buttonStyles.quiet} ${styles.spare}`}
        aria-label={title}
        title={title}
        press={nextTheme}
        icon={themeIcons[theme.value]}
      />
      <a class={`${buttonStyles.quiet} ${styles.spare}`} href="/profile" aria-label="Profile" title="Profile">
        <Icon name="user" />
      </a>
      <div class={styles.spare}>
        <HelpMenu />
      </div>
    </header>
  );
}

const livenessLooks = {
  beginning: undefined,
  live: styles.live,
  disconnected: styles.disconnected,
  offline: styles.disconnected,
} as const;

const words = { beginning: 'Connecting', live: 'Live', disconnected: 'Not live', offline: 'Offline' };

const about = {
  beginning: 'Connecting to live updates',
  live: 'Changes appear as they happen',
  disconnected: 'Checking for changes every 15 seconds',
  offline: 'Can’t reach the server',
};

function Liveness() {
  const is = isOffline.value ? 'offline' : liveness.value;
  return (
    <span class={`${styles.liveness} ${livenessLooks[is] ?? ''}`} role="status" title={about[is]}>
      <span class={styles.dot} aria-hidden="true" />
      <span class={styles.word}>{words[is]}</span>
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
  const isKnown = (name: string): name is keyof typeof settingsSections => Object.hasOwn(settingsSections, name);
  if (section !== undefined && isKnown(section)) return [{ name: settingsSections[section].title, href: `/settings/${section}` }];
  const request = /^\/projects\/[^/]+\/change-requests\/(\d+)/.exec(path)?.[1];
  if (request !== undefined) return [{ name: request, href: path }];
  const named = /^\/projects\/[^/]+\/(?:features|segments)\/([^/]+)/.exec(path)?.[1];
  return named === undefined ? [] : [{ name: decodeURIComponent(named), href: path }];
}
