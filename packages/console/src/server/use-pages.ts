import { useInfiniteQuery } from '@tanstack/preact-query';
import { ask, type AnswerOf, type InputOf } from './ask.ts';
import type { Refused } from './refusal.ts';

interface Counted {
  readonly total: number;
}

interface PageOptions {
  readonly perPage: number;
  readonly when?: boolean;
  /** Keeps the last rows until those of another query arrive. */
  readonly keepsLast?: boolean;
}

/** Reads a list page by page, each from an offset. */
export function usePages<Page extends Counted>(
  key: readonly unknown[],
  read: (offset: number, signal: AbortSignal) => Promise<Page>,
  { perPage, when = true, keepsLast = false }: PageOptions,
) {
  const found = useInfiniteQuery<Page, Refused, { pages: readonly Page[] }, readonly unknown[], number>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length * perPage < last.total ? all.length * perPage : undefined),
    enabled: when,
    ...(keepsLast && { placeholderData: (last) => last }),
  });
  const pages = found.data?.pages ?? [];
  return { found, pages, total: pages[0]?.total };
}

const search = 'GET /api/admin/search/features';
const perPage = 100;

export type FoundRow = AnswerOf<typeof search>['features'][number];

/** The features that a search finds, page by page. */
export function useFoundFeatures(query: NonNullable<InputOf<typeof search>['query']>) {
  const page = (offset: number) => ({ query: { ...query, limit: String(perPage), offset: String(offset) } });
  const { found, pages, total } = usePages([search, query, 'pages'], (offset, signal) => ask(search, { ...page(offset), signal }), {
    perPage,
    keepsLast: true,
  });
  return { found, rows: pages.flatMap(({ features }) => features), total };
}
