import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useDebounced } from '../../parts/use-debounced.ts';
import { ItemList } from './item-list.tsx';
import { matching, type PaletteItem, ranked, readAddition, readSwitch, readInvitation, type TypedSwitch } from './palette-item.ts';
import { readRecent } from './recent.ts';
import { type AskToTurn, switchItems } from './switch-items.ts';
import { useOwnItems } from './use-own-items.ts';
import { useAddress } from '../../frame/page.ts';
import { calledOf, useLack } from '../../server/session.ts';
import { invite, openAddMembers } from './user-items.ts';
import { useAnswer, type AnswerOf } from '../../server/ask.ts';
import { useProtected } from '../../server/protection.ts';
import { useRefusal } from '../feature/state/use-feature.ts';
import { projectHref } from '../../frame/address.ts';

interface EverythingProps {
  readonly typed: Signal<string>;
  readonly ahead: Signal<readonly string[]>;
  readonly choose: (item: PaletteItem) => void;
  readonly askToTurn: AskToTurn;
}

const maxShown = 30;
const quietMs = 100;

/** The first list: recent items, then matches for the text. */
export function Everything({ typed, ahead, choose, askToTurn }: EverythingProps) {
  const text = typed.value;
  const rested = useDebounced(text, quietMs);
  const asSwitch = readSwitch(rested);
  const added = readAddition(rested);
  const { items: found, features, users, isCurrent, isPartial } = useFound(asSwitch?.feature ?? added?.name ?? rested);
  const userItems = useUserItems(rested, added && { users: users ?? [], role: added.role });
  const switches = useTypedSwitches(asSwitch, features, askToTurn);
  const own = useOwnItems();
  const recent = useMemo(() => readRecent(), []);
  const isEmpty = text.trim() === '';
  const items = isEmpty
    ? once([...recent, ...own])
    : [...switches, ...userItems, ...ranked([...found, ...matching(own, text)], asSwitch?.feature ?? text)].slice(0, maxShown);
  const isKnown = (asSwitch === null || features.length === 0 || switches.length > 0) && (added === null || users !== undefined);
  return (
    <ItemList
      label="Search, or type a command such as “turn off express-pay in production”"
      typed={typed}
      items={items}
      isCurrent={isEmpty || (text === rested && isCurrent && isKnown)}
      ahead={ahead}
      choose={choose}
      note={isPartial ? 'Some results may be missing: part of the search is unavailable.' : undefined}
    />
  );
}

/** Removes duplicates, keeping the first of each. */
const once = (items: readonly PaletteItem[]): PaletteItem[] =>
  items.filter(({ key }, index) => items.findIndex((other) => other.key === key) === index);

const maxUsers = 3;

interface Added {
  readonly users: readonly FoundUser[];
  /** A part of the name of a role; may be empty. */
  readonly role: string;
}

/** Items for a typed invitation, and for each of the users whom the text adds to the open project. */
function useUserItems(typed: string, added: Added | null): readonly PaletteItem[] {
  const { project } = useAddress();
  const lack = useLack();
  const email = readInvitation(typed);
  const invitation: PaletteItem | null = email === null ? null : { ...invite(email), refused: lack('ADMIN') };
  const additions =
    project === null || added === null
      ? []
      : added.users.slice(0, maxUsers).map((user) => addition(project, user, added.role, lack('UPDATE_PROJECT', { project })));
  return [...(invitation ? [invitation] : []), ...additions];
}

const addition = (project: string, user: FoundUser, role: string, refused: string | undefined): PaletteItem => ({
  key: `add ${user.id}`,
  kind: 'verb',
  title: `Add ${calledOf(user)} to ${project}${role && ` as ${role}`}`,
  refused,
  does: { act: () => openAddMembers(project, user.id, role) },
});

const maxFeatures = 3;

/** Items for a typed switch command, for the features that match its name. */
function useTypedSwitches(typed: TypedSwitch | null, found: readonly Found[], askToTurn: AskToTurn): readonly PaletteItem[] {
  const project = found[0]?.project ?? '';
  const path = { projectId: project };
  const when = typed !== null && project !== '';
  const { data: used } = useAnswer('GET /api/admin/environments/project/{projectId}', { path }, { when });
  const asking = useProtected(when ? project : null);
  const refusal = useRefusal(project);
  const lack = useLack();
  if (!typed || !used || !asking) return [];
  const environments = used.environments
    .filter(({ name, visible }) => visible && name.toLowerCase().startsWith(typed.environment))
    .map(({ name }) => ({ name, protected: asking.has(name) }));
  const features = found.filter((each) => each.project === project).slice(0, maxFeatures);
  return features.flatMap(({ name: feature }) =>
    environments.flatMap((environment) =>
      switchItems({
        of: { project, feature },
        environment,
        isOn: typed.isOn,
        refused: refusal('UPDATE_FEATURE_ENVIRONMENT', environment),
        lack,
        askToTurn,
      }),
    ),
  );
}

type Found = AnswerOf<'GET /api/admin/search'>['found'][number];
type FoundUser = AnswerOf<'GET /api/admin/user-admin/search'>['users'][number];
const minUserCharacters = 2;
const maxRequests = 100;
const maxOfKind = 5;

/** Search results of all services for the text. The users are undefined until they were searched. */
function useFound(text: string) {
  const q = text.trim().slice(0, 100);
  const options = { when: q !== '', keepsLast: true };
  const named = useAnswer('GET /api/admin/search', { query: { q } }, options);
  const users = useAnswer('GET /api/admin/user-admin/search', { query: { q } }, { ...options, when: q.length >= minUserCharacters });
  const requests = useAnswer('GET /api/admin/search/change-requests', { query: { state: 'IS:open', limit: maxRequests } }, options);
  const lack = useLack();
  if (q === '') return { items: [], features: [], users: [], isCurrent: text === '', isPartial: false };
  const found = named.data?.found ?? [];
  return {
    items: [
      ...found.map(itemOf),
      ...matching((requests.data?.changeRequests ?? []).map(requestItem), q).slice(0, maxOfKind),
      ...(users.data?.users ?? []).slice(0, maxOfKind).map((user) => userItem(user, lack('ADMIN'))),
    ],
    users: users.isPlaceholderData || (users.isPending && q.length >= minUserCharacters) ? undefined : (users.data?.users ?? []),
    features: found.filter(({ kind }) => kind === 'feature'),
    isCurrent: !named.isPlaceholderData && !named.isPending,
    isPartial: [named, users, requests].some(({ error }) => error !== null),
  };
}

function itemOf({ kind, id, name, project }: Found): PaletteItem {
  const item = { key: `${kind} ${id}`, kind, title: name, ...(project !== null && { detail: project }) };
  if (kind === 'feature' && project !== null) return { ...item, does: { inside: { project, feature: name } } };
  return { ...item, does: { href: kind === 'project' ? projectHref(id) : `/segments/${id}` } };
}

function userItem(user: FoundUser, refused: string | undefined): PaletteItem {
  const title = calledOf(user);
  return { key: `user ${user.id}`, kind: 'user', title, refused, does: { href: `/settings/users/${user.id}` } };
}

function requestItem(request: AnswerOf<'GET /api/admin/search/change-requests'>['changeRequests'][number]): PaletteItem {
  const { id, title, project, environment } = request;
  return {
    key: `request ${id}`,
    kind: 'request',
    title: `Change request ${id}: ${title}`,
    detail: `${project}, ${environment}`,
    does: { href: `${projectHref(project)}/change-requests/${id}` },
  };
}
