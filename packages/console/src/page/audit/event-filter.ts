import { readTerms } from '../../base/terms.ts';
import type { InputOf } from '../../server/ask.ts';

type Query = NonNullable<InputOf<'GET /api/admin/search/events'>['query']>;

export const eventKeys = ['type', 'feature', 'in', 'by', 'via', 'group', 'last', 'from', 'to'] as const;

/** Maps the name of an author to the user id; undefined for authors without one, which the server finds by name. */
type IdOfAuthor = (name: string) => number | undefined;

const unknown: IdOfAuthor = () => undefined;
const minuteMs = 60_000;
const units: Readonly<Record<string, number>> = { min: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs };

/** Parses `type:feature-archived in:production by:ann last:1h` and words into search parameters, limited to a project if given. */
export function eventQuery(text: string, project: string | null, idOf: IdOfAuthor = unknown, nowMs = Date.now()): Query {
  const { words, named } = readTerms(text, eventKeys);
  const { type, feature, in: environments, by, via, group, last, from, to } = named;
  const since = last && sinceOf(last.at(-1) ?? '', nowMs);
  return {
    ...(words.length > 0 && { query: words.join(' ') }),
    ...(project !== null && { project: `IS:${project}` }),
    ...(type && { type: anyOf(type) }),
    ...(feature && { feature: anyOf(feature) }),
    ...(environments && { environment: anyOf(environments) }),
    ...(by && { createdBy: anyOf(by.map((name) => String(idOf(name) ?? name))) }),
    ...(via && { via: anyOf(via) }),
    ...(group && { groupId: anyOf(group) }),
    ...(since && { from: `IS:${since}` }),
    ...(from && { from: `IS:${from.at(-1)}` }),
    ...(to && { to: `IS:${to.at(-1)}` }),
  };
}

const anyOf = (values: readonly string[]): string => `IS_ANY_OF:${values.join(',')}`;

/** Start of a time span (`30min`, `1h`, `7d`), rounded to the minute so that the query stays cacheable. */
function sinceOf(span: string, nowMs: number): string | undefined {
  const [, count, unit] = /^(\d{1,4})(min|h|d)$/.exec(span) ?? [];
  if (unit === undefined) return undefined;
  const atMs = nowMs - Number(count) * (units[unit] ?? 0);
  return new Date(Math.floor(atMs / minuteMs) * minuteMs).toISOString();
}
