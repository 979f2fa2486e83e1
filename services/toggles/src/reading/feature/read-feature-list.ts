import type { Tag } from '@signalbox/contracts';
import { type EntityManager, isAnyOf } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import { type IndexContext, readIndex } from '../feature-index/read-index.ts';
import { type ByEnvironment, byEnvironment } from '../feature-index/read-seen.ts';
import { type FeatureItem, serializeItem } from './feature-item.schema.ts';

/** Filter for the active features of a list. */
export interface FeatureFilter {
  readonly projects: readonly string[] | 'all';
  /** Features with any of these. */
  readonly tags?: readonly Tag[];
  /** Case-insensitive. `%` matches any text. */
  readonly namePrefix?: string | undefined;
}

/** Limit on values that become separate conditions. */
export const maxConditions = 100;

/** Features, and the function that serializes each for a list. */
export interface FeatureList<Item = FeatureItem> {
  readonly features: readonly IndexedFeature[];
  readonly serialize: (feature: IndexedFeature) => Item;
}

/** Sorted by name. Executes two statements in total. */
export async function readFeatureList(context: IndexContext, filter: FeatureFilter): Promise<FeatureList> {
  const lastSeenAt = await readLastSeen(context.em, filter.projects);
  const { index, favorites } = await readIndex(context);
  return {
    features: index.select({ order: 'name', archived: false }).filter(matcherOf(filter)),
    serialize: (feature) => serializeItem(feature, favorites.has(feature.name), lastSeenAt),
  };
}

/** For all active features of the projects. */
async function readLastSeen(em: EntityManager, projects: FeatureFilter['projects']): Promise<ByEnvironment<number>> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .innerJoin('feature_environment', 'feature_environment.feature_name', 'feature.name')
    .where((feature) => isAnyOf(feature.ref('feature.project_id'), projects))
    .where('feature.archived_at', 'is', null)
    .where('last_seen_at', 'is not', null)
    .select(['name', 'environment', 'last_seen_at'])
    .execute();
  return byEnvironment(rows, ({ last_seen_at }) => Number(last_seen_at));
}

function matcherOf({ projects, tags = [], namePrefix = '' }: FeatureFilter): (feature: IndexedFeature) => boolean {
  const requested = projects === 'all' ? null : new Set(projects);
  const parts = namePrefix.toLowerCase().split('%');
  return (feature) =>
    (requested === null || requested.has(feature.project)) &&
    beginsWith(feature.name.toLowerCase(), parts) &&
    (tags.length === 0 || feature.tags.some((own) => tags.some(({ type, value }) => own.type === type && own.value === value)));
}

/** Returns true if the text starts with the first part and contains the others in their order. */
function beginsWith(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const at = text.indexOf(part, end);
    if (at === -1) return false;
    end = at + part.length;
  }
  return true;
}
