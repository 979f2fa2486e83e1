import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { instantOrNull, tablesOf } from '../../base/database/tables.ts';
import { presentCreator } from '../../feature/feature/creator.schema.ts';
import { type Features, matchFeatures } from './match-features.ts';
import { readSearch, type Wanted } from './read-search.ts';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import { readReach } from '../feature/read-reach.ts';
import { FoundFeature, Search } from './search.schema.ts';
import { sortFeatures } from './sort-features.ts';
import { noUser } from '../favorite/favorite.ts';
import { currentStageOf, stageColumns } from '../../feature/feature/stage.ts';
import { readCurrentHour } from '../feature/current-hour.ts';
import { readItemsWithProject } from '../feature/read-feature-items.ts';

export const searchFeaturesRoute = route(
  {
    method: 'get',
    path: '/api/admin/search/features',
    summary: 'Search the features of every project that the caller may see',
    permission: 'authenticated',
    query: Search,
    answers: { 200: Type.Object({ features: Type.Array(FoundFeature), total: Type.Integer() }) },
    failures: ['BadDataError'],
  },
  ({ query }, context) => searchFeatures(context, query),
);

/** One page, and how many match on all pages. */
export async function searchFeatures(context: Pick<ReadContext, 'em' | 'actor' | 'access' | 'now'>, search: Search) {
  const { em, actor, access, now } = context;
  const wanted = readSearch(search);
  const userId = actor.id ?? noUser;
  const features = matchFeatures(em, wanted, { userId, visible: access.visibleTo(actor) });
  const page = await readPage(sortFeatures(features, wanted.sorting, userId), wanted);
  const total = await countAll(features, wanted, page.size);
  const reachOf = search.with === 'reach' ? await readReach(em, [...page.keys()]) : () => undefined;
  return { features: await describe({ em, actor, now }, page, reachOf), total };
}

type Found = Awaited<ReturnType<typeof readPage>> extends ReadonlyMap<string, infer Row> ? Row : never;

/** One page in its order, by name, with what other lists do not say of a feature. */
async function readPage(features: Features, { offset, limit }: Wanted) {
  const rows = await features
    .select(['feature.name', 'feature.created_by_user_id', 'feature.created_by', ...stageColumns])
    .limit(limit)
    .offset(offset)
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}

/** A page that is not full is the last one and tells the total, unless it lies beyond the end. */
async function countAll(features: Features, { offset, limit }: Wanted, found: number): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found;
  const { total } = await features.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

async function describe(
  { em, actor, now }: Pick<ReadContext, 'em' | 'actor' | 'now'>,
  page: ReadonlyMap<string, Found>,
  reachOf: (name: string, environment: string) => FeatureReach | undefined,
): Promise<FoundFeature[]> {
  const names = [...page.keys()];
  const items = await readItemsWithProject(em, { names, favoritesOf: actor.id });
  const segments = await readSegments(em, names);
  const usageOf = await readCurrentHour(em, names, now());
  const dependencies = await readDependencyTypes(em, names);
  return items.flatMap(({ project, item }) => {
    const found = page.get(item.name);
    if (!found) return [];
    return {
      ...item,
      project,
      environments: item.environments.map((own) => describeEnvironment(own, usageOf(item.name, own.name), reachOf(item.name, own.name))),
      archivedAt: instantOrNull(found.archived_at),
      createdBy: presentCreator(found.created_by_user_id, found.created_by),
      lifecycle: currentStageOf(found),
      dependencyType: dependencies.get(item.name) ?? null,
      segments: segments.get(item.name) ?? [],
    };
  });
}

const describeEnvironment = <Item, Usage>(item: Item, usage: Usage, reach: FeatureReach | undefined) => ({
  ...item,
  ...usage,
  ...(reach && { reach }),
});

/** Of those of the features that are part of a dependency: none is parent and child. */
async function readDependencyTypes(em: EntityManager, names: readonly string[]): Promise<Map<string, 'parent' | 'child'>> {
  if (names.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('feature_dependency')
    .where((dependency) => dependency.or([dependency('child', 'in', [...names]), dependency('parent', 'in', [...names])]))
    .select(['child', 'parent'])
    .execute();
  return new Map(rows.flatMap(({ child, parent }) => [[child, 'child'] as const, [parent, 'parent'] as const]));
}

async function readSegments(em: EntityManager, names: readonly string[]): Promise<Map<string, string[]>> {
  if (names.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .innerJoin('segment', 'segment.id', 'segment_id')
    .where('feature_name', 'in', [...names])
    .select(['feature_name', 'segment.name'])
    .distinct()
    .orderBy('segment.name')
    .execute();
  const grouped = Map.groupBy(rows, ({ feature_name }) => feature_name);
  return new Map([...grouped].map(([feature, segments]) => [feature, segments.map(({ name }) => name)]));
}
