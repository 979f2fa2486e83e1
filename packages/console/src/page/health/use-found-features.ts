import { useInfiniteQuery } from '@tanstack/preact-query';
import type { Refused } from '../../server/refusal.ts';
import { ask, type AnswerOf, type InputOf } from '../../server/request.ts';

type Page = AnswerOf<'GET /api/admin/search/features'>;
export type FoundRow = Page['features'][number];

const rowsPerPage = 100;

/** The features that a search finds, page by page. */
export function useFoundFeatures(query: NonNullable<InputOf<'GET /api/admin/search/features'>['query']>) {
  const found = useInfiniteQuery<Page, Refused, { pages: readonly Page[] }, readonly unknown[], number>({
    queryKey: ['GET /api/admin/search/features', query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask('GET /api/admin/search/features', { query: { ...query, limit: String(rowsPerPage), offset: String(pageParam) }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * rowsPerPage < last.total ? all.length * rowsPerPage : undefined),
    placeholderData: (last) => last,
  });
  return { found, rows: found.data?.pages.flatMap(({ features }) => features) ?? [], total: found.data?.pages[0]?.total ?? 0 };
}
