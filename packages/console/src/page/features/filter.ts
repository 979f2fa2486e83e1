import { readTerms, type Terms } from '../../base/terms.ts';
import { inDays } from '../../base/format.ts';
import type { InputOf } from '../../server/ask.ts';
import type { Home } from '../../server/session.ts';

type Query = NonNullable<InputOf<'GET /api/admin/search/features'>['query']>;

type Filter = Terms<FilterKey>;

const filterKeys = ['state', 'type', 'tag', 'segment', 'stage', 'by', 'owner', 'on', 'off', 'reach', 'changed', 'cleanup'] as const;
const keysAcross = ['project', ...filterKeys] as const;
export type FilterKey = (typeof keysAcross)[number];

/** Keys of the list of a project, or across projects. */
export const keysOf = (home: Home): readonly FilterKey[] => (home === null ? keysAcross : filterKeys);

/** Parses `checkout tag:team:payments state:stale`. */
export const readFilter = (text: string, home: Home): Filter => readTerms(text, keysOf(home));

type Users = readonly { readonly id: number; readonly name: string }[];

/** Users whom a filter can name. */
interface KnownUsers {
  readonly creators?: Users | undefined;
  readonly owners?: Users | undefined;
}

/** An id that no user has. */
const unknownUser = -1;

/** A user id by name; a number is the id itself. */
const idOf = (name: string, users: Users): number =>
  /^\d{1,9}$/.test(name) ? Number(name) : (users.find((user) => user.name === name)?.id ?? unknownUser);

const anyOf = (names: readonly string[], users: Users = []): string => `IS_ANY_OF:${names.map((name) => idOf(name, users)).join(',')}`;

/**
 * Converts a `changed:` value to the format of the search: within the given number of days (`7d`), since a day (`2026-01-31`), or before
 * either (`before:90d`). Days are in UTC. Other values are passed on, so that the server rejects them.
 */
function momentOf(text: string): string {
  const [, before, value = ''] = /^(before:)?(.*)$/s.exec(text) ?? [];
  const [, days] = /^(\d{1,4})d$/.exec(value) ?? [];
  return `${before ? 'IS_BEFORE' : 'IS_ON_OR_AFTER'}:${days === undefined ? value : inDays(-Number(days))}`;
}

/** Search parameters for a filter. If `changed:` occurs several times, the last one wins. */
export function queryOf({ words, named }: Filter, { creators, owners }: KnownUsers = {}): Query {
  const { project, state, type, tag, segment, stage, by, owner, on = [], off = [], reach, changed, cleanup } = named;
  const status = [...on.map((environment) => `${environment}:enabled`), ...off.map((environment) => `${environment}:disabled`)];
  return {
    ...(words.length > 0 && { query: words.join(',') }),
    ...(project && { project: `IS_ANY_OF:${project.join(',')}` }),
    ...(state && { state: `IS_ANY_OF:${state.join(',')}` }),
    ...(type && { type }),
    ...(tag && { tag: `INCLUDE_ANY_OF:${tag.join(',')}` }),
    ...(segment && { segment: `INCLUDE_ANY_OF:${segment.join(',')}` }),
    ...(stage && { lifecycle: `IS_ANY_OF:${stage.join(',')}` }),
    ...(by && { createdBy: anyOf(by, creators) }),
    ...(owner && { owner: anyOf(owner, owners) }),
    ...(status.length > 0 && { status }),
    ...(reach && { reach }),
    ...(cleanup && { cleanup: `IS_ANY_OF:${cleanup.join(',')}` }),
    ...(changed && { changedAt: momentOf(changed.at(-1) ?? '') }),
  };
}
