import { shortcuts, type ShortcutName } from '../../base/keys.ts';
import { frameTexts } from '../../frame/texts.ts';
import { paletteTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';
import { hrefOf, projectHref, segmentHref } from '../../frame/address.ts';
import { openHelp } from '../../frame/keyboard-help.tsx';
import { logOut } from '../../frame/log-out.ts';
import { type Section, useAddress, useSections } from '../../frame/page.ts';
import { chooseTheme, themes } from '../../frame/theme.ts';
import { undoLast } from '../../parts/layer/toast.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useLack } from '../../server/session.ts';
import { pastHourHref } from '../audit/past-hour.ts';
import { useMayNotWrite } from '../segments/use-may-not-write.ts';
import type { PaletteItem } from './palette-item.ts';
import { invite, openAddMembers } from './user-items.ts';

/** The items of the console itself: its pages and their commands. */
export function useOwnItems(): readonly PaletteItem[] {
  const { project } = useAddress();
  const sections = useSections();
  const lack = useLack();
  return [
    ...sections.filter(({ of }) => of !== 'project').map((section) => pageItem(null, section)),
    ...(project === null ? [] : sections.filter(isListedIn).map((section) => pageItem(project, section))),
    ...settingsItems,
    ...(project === null ? [] : [createItem(project, lack('CREATE_FEATURE', { project })), ...projectItems(project)]),
    ...(project === null ? [] : [membersItem(project, lack('UPDATE_PROJECT', { project }))]),
    { ...invite(), refused: lack('ADMIN') },
    ...usePastHours(),
    goTo(paletteTexts.newSegment(project), segmentHref(project, 'new'), useMayNotWrite('CREATE_SEGMENT', project)),
    verb(partsTexts.undo, undoLast, 'undo'),
    verb(frameTexts.keys.title, openHelp, 'help'),
    { ...verb(paletteTexts.documentation, () => location.assign('/docs')), also: paletteTexts.also['documentation'] },
    ...themes.map((each) => verb(frameTexts.frame.theme[each], () => chooseTheme(each))),
    verb(frameTexts.frame.logOut, () => void logOut()),
  ];
}

const isListedIn = ({ of, hasAction }: Section): boolean => of !== 'instance' && hasAction === undefined;

function pageItem(project: string | null, { id, title, shortcut }: Section): PaletteItem {
  return {
    key: `page ${project} ${id}`,
    kind: 'page',
    title,
    also: paletteTexts.also[id],
    ...(project !== null && { detail: project }),
    ...(shortcut && { keys: shortcuts[shortcut].keys }),
    does: { href: hrefOf(project, id) },
  };
}

const settingsItems: readonly PaletteItem[] = Object.entries(frameTexts.settings.sections).map(([section, { title, about }]) => ({
  key: `settings ${section}`,
  kind: 'page',
  title,
  also: `${about} ${paletteTexts.also[section] ?? ''}`,
  detail: about,
  does: { href: `/settings/${section}` },
}));

const createItem = (project: string, refused: string | undefined): PaletteItem => ({
  key: 'create',
  kind: 'verb',
  title: paletteTexts.create(project),
  keys: shortcuts.create.keys,
  refused,
  does: { href: `${projectHref(project)}?create=yes` },
});

const membersItem = (project: string, refused: string | undefined): PaletteItem => ({
  ...verb(paletteTexts.addMembers(project), () => openAddMembers(project)),
  also: paletteTexts.also['addMembers'],
  refused,
});

/** The latest changes of each environment. */
function usePastHours(): readonly PaletteItem[] {
  const { data } = useAnswer('GET /api/admin/environments', {});
  return (data?.environments ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ name }) => ({ ...goTo(paletteTexts.pastHour(name), pastHourHref(name)), also: paletteTexts.also['pastHour'] }));
}

/** Commands with their own page. */
const projectItems = (project: string): readonly PaletteItem[] => [
  goTo(paletteTexts.promote(project), hrefOf(project, 'promote')),
  goTo(paletteTexts.connect(project), hrefOf(project, 'connect')),
  goTo(paletteTexts.import(project), `${projectHref(project)}/transfer`),
  goTo(paletteTexts.export(project), `${projectHref(project)}/transfer`),
  { ...goTo(paletteTexts.cleanUp(project), hrefOf(project, 'health')), also: paletteTexts.also['health'] },
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
