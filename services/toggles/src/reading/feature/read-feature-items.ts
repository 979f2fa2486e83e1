import type { Tag } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import { tablesOf } from '../../base/database/tables.ts';
import { readTags } from '../../feature/tag/feature-tag.ts';
import { type FeatureItem, presentItem } from './feature-item.schema.ts';
import { noUser } from '../favorite/favorite.ts';

/** Which features a list shows: active ones, unless they are named. */
export interface FeatureFilter {
  /** One, or any of several; every project when absent. */
  readonly project?: string | readonly string[];
  /** These alone, in this order, archived or not. */
  readonly names?: readonly string[];
  /** The user whose favorites are marked. */
  readonly favoritesOf?: number | null;
  /** Any of these. */
  readonly tags?: readonly Tag[];
  /** In any case of letters; `%` stands for whatever comes between. */
  readonly namePrefix?: string | undefined;
}

/** How many values may be asked for of which each is a condition of its own: databases take so many and no more. */
export const maxConditions = 100;

/** The items by name, or in the order of the filter's names: three statements, whatever their number. */
export async function readFeatureItems(em: EntityManager, filter: FeatureFilter): Promise<FeatureItem[]> {
  return (await readItemsWithProject(em, filter)).map(({ item }) => item);
}

/** As `readFeatureItems`, each with the project that it is in. */
export async function readItemsWithProject(
  em: EntityManager,
  filter: FeatureFilter,
): Promise<{ readonly project: string; readonly item: FeatureItem }[]> {
  if (filter.project?.length === 0 || filter.names?.length === 0) return [];
  const features = await readFeatures(em, filter);
  const environments = Map.groupBy(await readEnvironments(em, filter), ({ feature_name }) => feature_name);
  const tags = await readTags(em, namesOf(em, filter));
  return inOrder(features, filter.names).map((feature) => ({
    project: feature.project_id,
    item: presentItem(feature, environments.get(feature.name) ?? [], tags.get(feature.name) ?? []),
  }));
}

function readFeatures(em: EntityManager, filter: FeatureFilter) {
  return matching(em, filter)
    .select(['feature.name', 'feature.type', 'project_id', 'description', 'stale', 'impression_data', 'feature.created_at'])
    .select((feature) =>
      feature
        .exists(
          feature
            .selectFrom('favorite_feature')
            .select('favorite_feature.user_id')
            .whereRef('favorite_feature.feature_name', '=', 'feature.name')
            .where('favorite_feature.user_id', '=', filter.favoritesOf ?? noUser),
        )
        .as('favorite'),
    )
    .orderBy('feature.name')
    .execute();
}

function inOrder<T extends { name: string }>(features: readonly T[], names: readonly string[] | undefined): readonly T[] {
  if (!names) return features;
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** `%` stands for anything; every other character for itself, in any case. */
const patternOf = (namePrefix: string) => `${namePrefix.toLowerCase().replaceAll(/[!_]/g, '!$&')}%`;

export const active = sql<boolean>`feature.archived_at is null`;

function matching(em: EntityManager, { project, names, tags = [], namePrefix }: FeatureFilter) {
  const all = tablesOf(em).selectFrom('feature');
  let features = names ? all.where('feature.name', 'in', [...names]) : all.where(active);
  if (project !== undefined) features = features.where('feature.project_id', 'in', [project].flat());
  if (namePrefix) {
    features = features.where(sql<boolean>`lower(feature.name) like ${patternOf(namePrefix)} escape '!'`);
  }
  if (tags.length === 0) return features;
  return features.where((feature) =>
    feature.exists(
      feature
        .selectFrom('feature_tag')
        .select('feature_tag.tag_type')
        .whereRef('feature_tag.feature_name', '=', 'feature.name')
        .where((tag) => tag.or(tags.map(({ type, value }) => tag('tag_type', '=', type).and('tag_value', '=', value)))),
    ),
  );
}

/** Of all that may match; what does not is left out with its feature. */
const namesOf = (em: EntityManager, filter: FeatureFilter) => filter.names ?? matching(em, filter).select('feature.name');

function readEnvironments(em: EntityManager, filter: FeatureFilter) {
  return tablesOf(em)
    .selectFrom('feature_environment')
    .where('feature_environment.feature_name', 'in', namesOf(em, filter))
    .innerJoin('environment', 'environment.name', 'feature_environment.environment')
    .select(['environment.name', 'environment.type', 'environment.sort_order'])
    .select(['feature_environment.feature_name', 'feature_environment.enabled', 'feature_environment.variants'])
    .select(['feature_environment.last_seen_at', 'strategy_count', 'enabled_strategy_count'])
    .execute();
}
