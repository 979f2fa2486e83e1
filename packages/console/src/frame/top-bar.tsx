import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icon.tsx';
import { words } from '../base/words.ts';
import { openHelp } from './keyboard-help.tsx';
import { hrefOf, type Chapter, readAddress, projectHref } from './address.ts';
import { nextTheme, type Theme, theme } from './theme.ts';

const themeIcons = { system: 'system', light: 'sun', dark: 'moon' } as const satisfies Readonly<Record<Theme, string>>;

/** Where one is, and what works everywhere. */
export function TopBar() {
  const { path } = useLocation();
  return (
    <header class="top">
      <Crumbs path={path} />
      <button
        type="button"
        class="b quiet end"
        aria-label={words.frame.theme[theme.value]}
        title={words.frame.theme[theme.value]}
        onClick={nextTheme}
      >
        <Icon name={themeIcons[theme.value]} />
      </button>
      <a class="b quiet narrow" href="/settings" aria-label={words.frame.settings} title={words.frame.settings}>
        <Icon name="settings" />
      </a>
      <a class="b quiet" href="/profile" aria-label={words.frame.profile} title={words.frame.profile}>
        <Icon name="user" />
      </a>
      <button type="button" class="b quiet" aria-label={words.frame.help} title={words.frame.help} onClick={openHelp}>
        <kbd>?</kbd>
      </button>
    </header>
  );
}

function Crumbs({ path }: { readonly path: string }) {
  const { project, chapter } = readAddress(path);
  const steps = [
    ...(project === null ? [] : [{ name: project, href: projectHref(project) }]),
    chapterStep(project, chapter),
    ...leafOf(path),
  ];
  return (
    <ol class="crumbs">
      {steps.map(({ name, href }, index) => (
        <li key={href}>{index === steps.length - 1 ? <b>{name}</b> : <a href={href}>{name}</a>}</li>
      ))}
    </ol>
  );
}

const chapterStep = (project: string | null, chapter: Chapter) => ({ name: words.frame[chapter], href: hrefOf(project, chapter) });

/** The feature, segment or chapter of the settings that an address names. */
function leafOf(path: string): readonly { readonly name: string; readonly href: string }[] {
  const chapter = /^\/settings\/([^/]+)/.exec(path)?.[1];
  const isKnown = (name: string): name is keyof typeof words.settings.chapters => Object.hasOwn(words.settings.chapters, name);
  if (chapter !== undefined && isKnown(chapter)) return [{ name: words.settings.chapters[chapter].title, href: `/settings/${chapter}` }];
  const named = /^\/projects\/[^/]+\/(?:features|segments)\/([^/]+)/.exec(path)?.[1];
  return named === undefined ? [] : [{ name: decodeURIComponent(named), href: path }];
}
