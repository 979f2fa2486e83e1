import { useLocation } from 'preact-iso';
import { shortcuts, type ShortcutName } from '../../base/keys.ts';
import { frameTexts } from '../../frame/texts.ts';
import { paletteTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { type Chapter, hrefOf, projectHref, readAddress, segmentHref } from '../../frame/address.ts';
import { openHelp } from '../../frame/keyboard-help.tsx';
import { logOut } from '../../frame/log-out.ts';
import { chooseTheme, themes } from '../../frame/theme.ts';
import { undoLast } from '../../parts/toast.tsx';
import { useLack } from '../../server/session.ts';
import { useMayNotWrite } from '../segments/use-may-not-write.ts';
import type { PaletteItem } from './palette-item.ts';

const keysOf: Readonly<Partial<Record<Chapter, ShortcutName>>> = {
  start: 'goStart',
  features: 'goFeatures',
  'change-requests': 'goRequests',
  segments: 'goSegments',
  playground: 'goPlayground',
  audit: 'goAudit',
};
const ofInstance: readonly Chapter[] = ['start', 'projects', 'segments', 'playground', 'audit', 'settings', 'profile'];
const ofProject: readonly Chapter[] = ['features', 'change-requests', 'segments', 'personas', 'playground', 'audit', 'settings'];

/** What the console itself has: its pages, and what can be done from each of them. */
export function useOwnItems(): readonly PaletteItem[] {
  const { project } = readAddress(useLocation().path);
  const lack = useLack();
  return [
    ...ofInstance.map((chapter) => pageItem(null, chapter)),
    ...(project === null ? [] : ofProject.map((chapter) => pageItem(project, chapter))),
    ...settingsItems,
    ...(project === null ? [] : [createItem(project, lack('CREATE_FEATURE', { project })), ...projectItems(project)]),
    goTo(paletteTexts.newSegment(project), segmentHref(project, 'new'), useMayNotWrite('CREATE_SEGMENT', project)),
    verb(partsTexts.undo, undoLast, 'undo'),
    verb(frameTexts.frame.help, openHelp, 'help'),
    ...themes.map((each) => verb(frameTexts.frame.theme[each], () => chooseTheme(each))),
    verb(frameTexts.frame.logOut, () => void logOut()),
  ];
}

function pageItem(project: string | null, chapter: Chapter): PaletteItem {
  const shortcut = keysOf[chapter];
  return {
    key: `page ${project} ${chapter}`,
    kind: 'page',
    title: frameTexts.frame[chapter],
    ...(project !== null && { detail: project }),
    ...(shortcut && { keys: shortcuts[shortcut].keys }),
    does: { href: hrefOf(project, chapter) },
  };
}

const settingsItems: readonly PaletteItem[] = Object.entries(frameTexts.settings.chapters).map(([chapter, { title, about }]) => ({
  key: `settings ${chapter}`,
  kind: 'page',
  title,
  detail: about,
  does: { href: `/settings/${chapter}` },
}));

const createItem = (project: string, refused: string | undefined): PaletteItem => ({
  key: 'create',
  kind: 'verb',
  title: paletteTexts.create(project),
  keys: shortcuts.create.keys,
  refused,
  does: { href: `${projectHref(project)}?create=yes` },
});

/** What is done on a page of its own. */
const projectItems = (project: string): readonly PaletteItem[] => [
  goTo(paletteTexts.promote(project), hrefOf(project, 'promote')),
  goTo(paletteTexts.connect(project), hrefOf(project, 'connect')),
  goTo(paletteTexts.import(project), `${projectHref(project)}/transfer`),
  goTo(paletteTexts.export(project), `${projectHref(project)}/transfer`),
  goTo(paletteTexts.cleanUp(project), hrefOf(project, 'health')),
];

const goTo = (title: string, href: string, refused?: string): PaletteItem => ({
  key: `verb ${title}`,
  kind: 'verb',
  title,
  refused,
  does: { href },
});

const verb = (title: string, act: () => void, shortcut?: ShortcutName): PaletteItem => ({
  key: `verb ${title}`,
  kind: 'verb',
  title,
  ...(shortcut && { keys: shortcuts[shortcut].keys }),
  does: { act },
});
