import { readTerms, type Terms } from '../../base/terms.ts';
import type { Asked } from '../../server/request.ts';

type Query = NonNullable<Asked<'GET /api/admin/search/features'>['query']>;

type Filter = Terms<FilterKey>;

export const filterKeys = ['state', 'type', 'tag', 'segment', 'stage', 'on', 'off'] as const;
export type FilterKey = (typeof filterKeys)[number];

/** Reads `checkout tag:team:payments state:stale`. */
export const readFilter = (text: string): Filter => readTerms(text, filterKeys);

/** The parameters of the search that answers the filter. */
export function queryOf({ words, named }: Filter): Query {
  const { state, type, tag, segment, stage, on = [], off = [] } = named;
  const status = [...on.map((environment) => `${environment}:enabled`), ...off.map((environment) => `${environment}:disabled`)];
  return {
    ...(words.length > 0 && { query: words.join(',') }),
    ...(state && { state: `IS_ANY_OF:${state.join(',')}` }),
    ...(type && { type }),
    ...(tag && { tag: `INCLUDE_ANY_OF:${tag.join(',')}` }),
    ...(segment && { segment: `INCLUDE_ANY_OF:${segment.join(',')}` }),
    ...(stage && { lifecycle: `IS_ANY_OF:${stage.join(',')}` }),
    ...(status.length > 0 && { status }),
  };
}
