import { shortcuts, type ShortcutName } from '../../base/keys.ts';
import { hrefOf, projectHref, segmentHref } from '../../frame/address.ts';
import { openNotifications } from '../../frame/bell.tsx';
import { openHelp } from '../../frame/help-menu.tsx';
import { logOut } from '../../frame/log-out.ts';
import { type Section, useAddress, useSections } from '../../frame/page.ts';
import { chooseTheme, themes, themeTitles } from '../../frame/theme.ts';
import { undoLast } from '../../parts/layer/toast.tsx';
import { useAnswer } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { pastHourHref } from '../audit/past-hour.ts';
import { useMayNotWrite } from '../segments/use-may-not-write.ts';
import type { PaletteItem } from './palette-item.ts';
import { invite, openAddMembers } from './user-items.ts';
import { settingsTitles } from '../../frame/settings-titles.ts';
import { settingsAbouts } from '../settings/abouts.ts';

/** Words for pages and sections of the settings that are not in their titles. */
const also: Readonly<Record<string, string>> = {
  features: 'flags toggles switches',
  'change-requests': 'review approve approvals schedule scheduled',
  segments: 'audiences cohorts targeting',
  personas: 'personas preview',
  playground: 'evaluate simulate try',
  applications: 'clients sdk instances services',
  health: 'health stale technical debt insights archive',
  audit: 'log history events',
  settings: 'members owners add member access protect delete project',
  users: 'invite add user people members',
  groups: 'teams',
  roles: 'permissions rights access',
  'sign-on': 'sso saml oidc login password 2fa mfa passkey scim',
  'sign-up': 'invite invitation',
  'api-tokens': 'new token api key sdk secret',
  'service-accounts': 'bots ci',
  origins: 'browser allowed domains',
  relays: 'edge proxy',
  webhooks: 'slack teams integrations notifications addons alerts',
  environments: 'stages production',
  'context-fields': 'attributes properties stickiness',
  'tag-types': 'labels',
  strategies: 'custom strategy rollout',
  migration: 'import switch',
  maintenance: 'read only freeze',
  'dead-letters': 'queue errors',
  documentation: 'docs help manual api reference',
  addMembers: 'member approver owner access user',
  pastHour: 'audit log history events recent',
  profile: 'account password theme token',
};

/** The items of the console itself: its pages and their commands. */
export function useOwnItems(): readonly PaletteItem[] {
  const { project } = useAddress();
  const sections = useSections();
  const lack = useLack();
  return [
    // A page that the project has too is listed once.
    ...sections
      .filter(({ of, hasAction }) => (project === null ? of !== 'project' : hasAction === undefined))
      .map((section) => pageItem(section.of === 'instance' ? null : project, section)),
    ...settingsItems,
    ...(project === null ? [] : projectItems(project, (permission) => lack(permission, { project }))),
    { ...invite(), refused: lack('ADMIN') },
    ...usePastHours(),
    goTo(
      project === null ? 'New segment' : `New segment in ${project}`,
      segmentHref(project, 'new'),
      useMayNotWrite('CREATE_SEGMENT', project),
    ),
    verb('Notifications', openNotifications),
    verb('Undo', undoLast, 'undo'),
    verb('Keyboard shortcuts', openHelp, 'help'),
    { ...verb('Open the documentation', () => location.assign('/docs')), also: also.documentation },
    ...themes.map((each) => verb(themeTitles[each], () => chooseTheme(each))),
    verb('Log out', () => void logOut()),
  ];
}

function pageItem(project: string | null, { id, title, shortcut }: Section): PaletteItem {
  return {
    key: `page ${project} ${id}`,
    kind: 'page',
    title,
    also: also[id],
    ...(project !== null && { detail: project }),
    ...(shortcut && { keys: shortcuts[shortcut].keys }),
    does: { href: hrefOf(project, id) },
  };
}

const settingsItems: readonly PaletteItem[] = Object.entries(settingsAbouts).map(([section, about]) => ({
  key: `settings ${section}`,
  kind: 'page',
  title: settingsTitles[section as keyof typeof settingsTitles],
  also: `${about} ${also[section] ?? ''}`,
  detail: about,
  does: { href: `/settings/${section}` },
}));

/** The latest changes of each environment. */
function usePastHours(): readonly PaletteItem[] {
  const { data } = useAnswer('GET /api/admin/environments', {});
  return (data?.environments ?? [])
    .filter(({ enabled }) => enabled)
    .map(({ name }) => ({ ...goTo(`Changes in ${name} in the past hour`, pastHourHref(name)), also: also.pastHour }));
}

/** Commands of a project. */
const projectItems = (project: string, lack: (permission: string) => string | undefined): readonly PaletteItem[] => [
  {
    ...goTo(`New feature in ${project}`, `${projectHref(project)}?create=yes`, lack('CREATE_FEATURE')),
    keys: shortcuts.create.keys,
  },
  {
    ...verb(`Add members to ${project}`, () => openAddMembers(project)),
    also: also.addMembers,
    refused: lack('UPDATE_PROJECT'),
  },
  goTo(`Promote ${project} to another environment`, hrefOf(project, 'promote')),
  goTo(`Connect an application to ${project}`, hrefOf(project, 'connect')),
  goTo(`Import features into ${project}`, `${projectHref(project)}/transfer`),
  goTo(`Export features from ${project}`, `${projectHref(project)}/transfer`),
  { ...goTo(`Clean up features in ${project}`, hrefOf(project, 'health')), also: also.health },
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
