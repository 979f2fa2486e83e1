import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { stageTests } from '../../feature/feature/stage.ts';
import type { CleanupVerdict } from './search.schema.ts';
import type { ParsedSearch } from './read-search.ts';

/**
 * The inputs of a search that change without events: usage, marks that the clock sets, favorites. Each is read only by the few
 * searches that need it, and empty for all others.
 */
export interface SearchInputs {
  /** The favorites of the caller. */
  readonly favorites: ReadonlySet<string>;
  /** Last-seen time of each feature across environments. */
  readonly lastSeenAt: ReadonlyMap<string, number>;
  /** The features in any of the stages. */
  readonly inStage: ReadonlySet<string>;
  readonly potentiallyStale: ReadonlySet<string>;
  /** Verdicts on removal, without those that keep the feature. */
  readonly verdicts: ReadonlyMap<string, CleanupVerdict>;
}

export async function readUsageAndChanges(
  em: EntityManager,
  { favorite, lastSeen, sorting, stage, state, cleanup }: ParsedSearch,
  userId: number,
): Promise<SearchInputs> {
  return {
    favorites: favorite !== null || sorting.favoritesFirst ? await readFavorites(em, userId) : new Set(),
    lastSeenAt: lastSeen || sorting.by === 'lastSeenAt' ? await readLastSeen(em) : new Map(),
    inStage: stage ? await readInStage(em, stage.values) : new Set(),
    potentiallyStale: state?.values.includes('potentially-stale') ? await readPotentiallyStale(em) : new Set(),
    verdicts: cleanup ? await readVerdicts(em) : new Map(),
  };
}

async function readFavorites(em: EntityManager, userId: number): Promise<Set<string>> {
  const rows = await tablesOf(em).selectFrom('favorite_feature').where('user_id', '=', userId).select('feature_name').execute();
  return new Set(rows.map(({ feature_name }) => feature_name));
}

async function readLastSeen(em: EntityManager): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where('last_seen_at', 'is not', null)
    .groupBy('feature_name')
    .select(({ fn }) => ['feature_name', fn.max<number>('last_seen_at').as('at')])
    .execute();
  return new Map(rows.map(({ feature_name, at }) => [feature_name, Number(at)]));
}

async function readInStage(em: EntityManager, values: NonNullable<ParsedSearch['stage']>['values']): Promise<Set<string>> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .where((feature) => feature.or(values.map((value) => stageTests[value])))
    .select('name')
    .execute();
  return new Set(rows.map(({ name }) => name));
}

async function readPotentiallyStale(em: EntityManager): Promise<Set<string>> {
  const rows = await tablesOf(em).selectFrom('feature').where('potentially_stale', '=', 1).select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

async function readVerdicts(em: EntityManager): Promise<Map<string, CleanupVerdict>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_verdict')
    .where('verdict', '!=', 'keep')
    .select(['feature_name', 'verdict'])
    .execute();
  return new Map(rows.map((row) => [row.feature_name, row.verdict]));
}
