import { projectHref } from '../../frame/address.ts';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { calledOf, useLack } from '../../server/session.ts';
import { matching, type PaletteItem } from './palette-item.ts';

interface FoundItems {
  readonly items: readonly PaletteItem[];
  readonly features: readonly Found[];
  /** Undefined until they were searched. */
  readonly users: readonly FoundUser[] | undefined;
  /** Whether the items match the current text. */
  readonly isCurrent: boolean;
  /** True if a service did not respond; the results of the others are shown. */
  readonly isPartial: boolean;
}

type Found = AnswerOf<'GET /api/admin/search'>['found'][number];
type FoundUser = AnswerOf<'GET /api/admin/user-admin/search'>['users'][number];
const minUserCharacters = 2;
const maxRequests = 100;
const maxOfKind = 5;

/** Search results of all services for the text. */
export function useFound(text: string): FoundItems {
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
