import { useRef } from 'preact/hooks';
import { ask, type InputOf } from '../../server/ask.ts';
import { type FoundRow, useFoundFeatures } from '../../server/use-pages.ts';
import type { Home } from '../../server/session.ts';
import { sortQuery, type Sorting } from './sorting.ts';
import { queryOf, readFilter } from './filter.ts';
import { useCreators, useOwners } from './use-named-users.ts';

type Query = NonNullable<InputOf<'GET /api/admin/search/features'>['query']>;
export type Row = FoundRow;

const rowsPerPage = 100;

/** The features of a project, or of all, that match the filter, favorites first, page by page. Only the order by name puts favorites first. */
export function useRows(home: Home, filter: string, sorting: Sorting) {
  const read = readFilter(filter, home);
  const creators = useCreators(home, read.named.by !== undefined);
  const owners = useOwners(read.named.owner !== undefined);
  const query = {
    ...queryOf(read, { creators, owners }),
    ...(home !== null && { project: `IS:${home}` }),
    favoritesFirst: String(sorting.by === 'name'),
    ...sortQuery(sorting),
    with: 'reach,usage,changed,cleanup',
  };
  const list = useFoundFeatures(query);
  const isReading = useRef(false);
  /** Reads the next page, unless it is being read. The state of the request is not used, because the page would render each time it changes. */
  const more = async () => {
    if (isReading.current) return;
    isReading.current = true;
    await list.found.fetchNextPage();
    isReading.current = false;
  };
  return { ...list, more: () => void more(), readNames: () => readNames(query) };
}

/** The names of all features that a search finds. */
async function readNames({ with: _with, ...query }: Query): Promise<readonly string[]> {
  const names: string[] = [];
  for (let total = 1; names.length < total; ) {
    const page = await ask('GET /api/admin/search/features', {
      query: { ...query, limit: String(rowsPerPage), offset: String(names.length) },
    });
    if (page.features.length === 0) return names;
    names.push(...page.features.map(({ name }) => name));
    ({ total } = page);
  }
  return names;
}
