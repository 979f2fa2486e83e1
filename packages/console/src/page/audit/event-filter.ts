import { readTerms } from '../../base/terms.ts';
import type { Asked } from '../../server/request.ts';

type Query = NonNullable<Asked<'GET /api/admin/search/events'>['query']>;

const keys = ['type', 'feature', 'in', 'by', 'group', 'last', 'from', 'to'] as const;

/** The ids of authors by name; undefined for a name that nobody has. */
type IdOfAuthor = (name: string) => number | undefined;

const unknown: IdOfAuthor = () => undefined;
const noUser = 0;
const minuteMs = 60_000;
const units: Readonly<Record<string, number>> = { min: minuteMs, h: 60 * minuteMs, d: 24 * 60 * minuteMs };

/** The parameters of a search of the log, read from `type:feature-archived in:production by:ann last:1h` and words; of one project where there is one. */
export function eventQuery(text: string, project: string | null, idOf: IdOfAuthor = unknown, nowMs = Date.now()): Query {
  const { words, named } = readTerms(text, keys);
  const { type, feature, in: environments, by, group, last, from, to } = named;
  const since = last && sinceOf(last.at(-1) ?? '', nowMs);
  return {
    ...(words.length > 0 && { query: words.join(' ') }),
    ...(project !== null && { project: `IS:${project}` }),
    ...(type && { type: anyOf(type) }),
    ...(feature && { feature: anyOf(feature) }),
    ...(environments && { environment: anyOf(environments) }),
    ...(by && { createdBy: anyOf(by.map((name) => String(idOf(name) ?? noUser))) }),
    ...(group && { groupId: anyOf(group) }),
    ...(since && { from: `IS:${since}` }),
    ...(from && { from: `IS:${from.at(-1)}` }),
    ...(to && { to: `IS:${to.at(-1)}` }),
  };
}

const anyOf = (values: readonly string[]): string => `IS_ANY_OF:${values.join(',')}`;

/** The moment so long ago (`30min`, `1h`, `7d`), to the minute, so that the same question stays the same for a while. */
function sinceOf(span: string, nowMs: number): string | undefined {
  const [, count, unit] = /^(\d{1,4})(min|h|d)$/.exec(span) ?? [];
  if (unit === undefined) return undefined;
  const atMs = nowMs - Number(count) * (units[unit] ?? 0);
  return new Date(Math.floor(atMs / minuteMs) * minuteMs).toISOString();
}
