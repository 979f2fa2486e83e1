import { Failure, type Tag } from '@signalbox/contracts';
import type { Reach } from '@signalbox/engine';
import { cleanupVerdicts } from '../../tables/cleanup.ts';
import type { CleanupVerdict, Search } from './search.schema.ts';
import { type Stage, stages } from '../../feature/feature/stage.ts';
import { maxConditions } from '../feature/read-feature-list.ts';

/** Requires a value to be in the list, or not to be. */
export interface ListTest<T> {
  readonly isIn: boolean;
  readonly values: readonly T[];
}

/** Compares the set of a feature's tags or segments with the given set. */
export interface SetTest<T> {
  readonly operator: SetOperator;
  /** Without duplicates. */
  readonly values: readonly T[];
}

type SetOperator = 'any of' | 'all of' | 'none of' | 'not all of';

export interface Sorting {
  readonly by:
    | 'createdAt'
    | 'name'
    | 'type'
    | 'stale'
    | 'project'
    | 'lastSeenAt'
    | 'changedAt'
    | { readonly environment: string }
    | { readonly reachIn: string };
  readonly order: 'asc' | 'desc';
  readonly favoritesFirst: boolean;
}

/** Before a day, or from its start (UTC). */
export interface Moment {
  readonly isBefore: boolean;
  readonly at: number;
}

/** A potentially stale feature is also active. */
const featureStates = ['active', 'stale', 'potentially-stale'] as const;
export type FeatureState = (typeof featureStates)[number];

/** A parsed search. All conditions must hold. */
export interface ParsedSearch {
  readonly terms: readonly string[];
  readonly project: ListTest<string> | null;
  readonly state: ListTest<FeatureState> | null;
  readonly type: ListTest<string> | null;
  readonly tag: SetTest<Tag> | null;
  readonly segment: SetTest<string> | null;
  /** Any of these. */
  readonly status: readonly { readonly environment: string; readonly enabled: boolean }[];
  /** Any of these. A null environment stands for all. */
  readonly reach: readonly { readonly environment: string | null; readonly kind: Reach['kind'] }[];
  readonly created: Moment | null;
  /** Time of the last change by a user. */
  readonly changed: Moment | null;
  readonly lastSeen: Moment | null;
  /** Ids of users. */
  readonly creator: ListTest<number> | null;
  readonly owner: ListTest<number> | null;
  readonly name: ListTest<string> | null;
  /** True for favorites of the caller only, false for all others only. */
  readonly favorite: boolean | null;
  readonly stage: ListTest<Stage> | null;
  readonly cleanup: ListTest<CleanupVerdict> | null;
  /** True for archived features only, false for active ones only, null for both. */
  readonly archived: boolean | null;
  readonly sorting: Sorting;
  readonly offset: number;
  readonly limit: number;
}

const defaultLimit = 50;
const maxLimit = 100;
const maxOffset = 2 ** 31;

/** Parses a search like the reference system (toggle side §19). */
export function readSearch(search: Search): ParsedSearch {
  const stage = readKnown('lifecycle', stages, search.lifecycle);
  return {
    terms: few('query', [...new Set(list(search.query))], maxTerms),
    project: readListTest(search.project),
    state: readKnown('state', featureStates, search.state),
    type: readTypes(search.type ?? []),
    tag: readTags(search.tag),
    segment: readSetTest(search.segment, (name) => name),
    status: (search.status ?? []).map(readStatus),
    reach: (search.reach ?? []).map(readReach),
    created: readMoment('createdAt', search.createdAt),
    changed: readMoment('changedAt', search.changedAt),
    lastSeen: readMoment('lastSeenAt', search.lastSeenAt),
    creator: readUsers(search.createdBy),
    owner: readUsers(search.owner),
    name: readListTest(search.name),
    favorite: search.favorite === undefined ? null : search.favorite === 'IS:true',
    stage,
    cleanup: readKnown('cleanup', cleanupVerdicts, search.cleanup),
    archived: readArchived(search.archived, stage),
    sorting: readSorting(search),
    offset: within(search.offset, 1, maxOffset) ?? 0,
    limit: within(search.limit, 1, maxLimit) ?? defaultLimit,
  };
}

const list = (text = ''): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Limit on terms, because each is searched in every feature. */
const maxTerms = 50;

function few<T>(parameter: string, values: readonly T[], max: number): readonly T[] {
  if (values.length <= max) return values;
  throw new Failure('BadDataError', `${parameter} must have at most ${max} values; got ${values.length}`, {
    path: parameter,
  });
}

/** The integer if it is at least `min`, limited to `max`; null for everything else. */
function within(text: string | undefined, min: number, max: number): number | null {
  const number = Math.trunc(Number(text));
  return number >= min ? Math.min(number, max) : null;
}

/** Null, which filters nothing, if the text has no values. */
function readListTest(text: string | undefined): ListTest<string> | null {
  if (text === undefined) return null;
  const [operator, values] = split(text);
  const named = list(values);
  return named.length === 0 ? null : { isIn: operator === 'IS' || operator === 'IS_ANY_OF', values: named };
}

const choices = /^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):/;

/** A plain list, or a single value in the form of `project`. */
function readTypes(types: readonly string[]): ListTest<string> | null {
  const [only] = types;
  if (types.length === 1 && only !== undefined && choices.test(only)) return readListTest(only);
  return types.length === 0 ? null : { isIn: true, values: types };
}

/** A list of known values. Throws 400 for others. */
function readKnown<T extends string>(parameter: string, known: readonly T[], text: string | undefined): ListTest<T> | null {
  const choice = readListTest(text);
  const read = (value: string): T => {
    const found = known.find((one) => one === value);
    if (found !== undefined) return found;
    throw new Failure('BadDataError', `${parameter} must be one of ${known.join(', ')}; got ${value}`, { path: parameter });
  };
  return choice && { isIn: choice.isIn, values: choice.values.map(read) };
}

/** The archive is also a stage, so a search for it includes only archived features unless `archived` overrides that. */
function readArchived(text: string | undefined, stage: ParsedSearch['stage']): ParsedSearch['archived'] {
  if (text !== undefined) return text === 'IS:true';
  if (!stage?.isIn || !stage.values.includes('archived')) return false;
  return stage.values.every((value) => value === 'archived') || null;
}

const setOperators: Readonly<Record<string, SetOperator>> = {
  INCLUDE: 'any of',
  INCLUDE_ANY_OF: 'any of',
  INCLUDE_ALL_OF: 'all of',
  DO_NOT_INCLUDE: 'none of',
  EXCLUDE_IF_ANY_OF: 'none of',
  EXCLUDE_ALL: 'not all of',
};

function readSetTest<T>(text: string | undefined, read: (value: string) => T): SetTest<T> | null {
  if (text === undefined) return null;
  const [name, values] = split(text);
  const operator = setOperators[name];
  const named = [...new Map(list(values).map((value) => [JSON.stringify(read(value)), read(value)])).values()];
  return operator && named.length > 0 ? { operator, values: named } : null;
}

function readTags(text: string | undefined): SetTest<Tag> | null {
  const test = readSetTest(text, readTag);
  if (test) few('tag', test.values, maxConditions);
  return test;
}

function readTag(text: string): Tag {
  const [type, value] = split(text);
  return { type: type.trim(), value: value.trim() };
}

/** Splits the text at the first colon. */
function split(text: string): [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
}

function readStatus(text: string): ParsedSearch['status'][number] {
  const [environment, status] = split(text);
  return { environment, enabled: status === 'enabled' };
}

function readReach(text: string): ParsedSearch['reach'][number] {
  const colon = text.lastIndexOf(':');
  return { environment: colon === -1 ? null : text.slice(0, colon), kind: text.slice(colon + 1) as Reach['kind'] };
}

/** A value that is not a number matches no user. */
function readUsers(text: string | undefined): ListTest<number> | null {
  const choice = readListTest(text);
  const idOf = (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : -1);
  return choice && { isIn: choice.isIn, values: choice.values.map(idOf) };
}

function readMoment(parameter: string, text: string | undefined): Moment | null {
  if (text === undefined) return null;
  const [operator, day] = split(text);
  const at = Date.parse(`${day}T00:00:00.000Z`);
  // The platform does not reject 30 February, but turns it into a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day))
    throw new Failure('BadDataError', `${parameter} must end in a date, such as 2026-01-31; got ${day}`, {
      path: parameter,
    });
  return { isBefore: operator === 'IS_BEFORE', at };
}

const sortKeys = ['name', 'type', 'stale', 'project', 'lastSeenAt', 'changedAt'] as const;

function readSorting({ sortBy = '', sortOrder, favoritesFirst }: Search): Sorting {
  const environment = sortBy.startsWith('environment:') ? { environment: split(sortBy)[1] } : undefined;
  const reach = sortBy.startsWith('reach:') ? { reachIn: split(sortBy)[1] } : undefined;
  return {
    by: environment ?? reach ?? sortKeys.find((key) => key === sortBy) ?? 'createdAt',
    order: sortOrder === 'desc' ? 'desc' : 'asc',
    favoritesFirst: favoritesFirst === 'true',
  };
}
