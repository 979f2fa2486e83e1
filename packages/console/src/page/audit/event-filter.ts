import { readTerms } from '../../base/terms.ts';
import type { Asked } from '../../server/request.ts';

type Query = NonNullable<Asked<'GET /api/admin/search/events'>['query']>;

const keys = ['type', 'feature', 'in', 'from', 'to'] as const;

/** The parameters of a search of the log, read from `type:feature-archived in:production from:2026-11-01` and words; of one project where there is one. */
export function eventQuery(text: string, project: string | null): Query {
  const { words, named } = readTerms(text, keys);
  const { type, feature, in: environments, from, to } = named;
  return {
    ...(words.length > 0 && { query: words.join(' ') }),
    ...(project !== null && { project: `IS:${project}` }),
    ...(type && { type: anyOf(type) }),
    ...(feature && { feature: anyOf(feature) }),
    ...(environments && { environment: anyOf(environments) }),
    ...(from && { from: `IS:${from.at(-1)}` }),
    ...(to && { to: `IS:${to.at(-1)}` }),
  };
}

const anyOf = (values: readonly string[]): string => `IS_ANY_OF:${values.join(',')}`;
