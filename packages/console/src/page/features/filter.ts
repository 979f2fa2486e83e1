import type { Asked } from '../../server/request.ts';

type Query = NonNullable<Asked<'GET /api/admin/search/features'>['query']>;

/** A search as the filter field says it: words, and what is named by `key:value`. Words of one key are alternatives. */
export interface Filter {
  readonly words: readonly string[];
  readonly named: Readonly<Partial<Record<FilterKey, readonly string[]>>>;
}

export const filterKeys = ['state', 'type', 'tag', 'segment', 'stage', 'on', 'off'] as const;
export type FilterKey = (typeof filterKeys)[number];

/** Reads `checkout tag:team:payments state:stale`; values with spaces stand in quotation marks. What it does not know is a word. */
export function readFilter(text: string): Filter {
  const words: string[] = [];
  const named: Partial<Record<FilterKey, string[]>> = {};
  for (const [, key = '', quoted, plain] of text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? plain ?? '';
    const known = filterKeys.find((each) => each === key);
    if (known) (named[known] ??= []).push(value);
    else words.push(key ? `${key}:${value}` : value);
  }
  return { words, named };
}

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
