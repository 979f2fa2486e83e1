import type { Tag } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import { type IndexContext, readIndex } from '../feature-index/read-index.ts';
import { type ByEnvironment, byEnvironment } from '../feature-index/read-seen.ts';
import { type SeenAt, seenAtReader, writeItem } from './feature-item.schema.ts';

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

/** Features, and the function that writes the JSON of each. */
export interface FeatureList {
  readonly features: readonly IndexedFeature[];
  readonly write: (feature: IndexedFeature) => string;
}

/** Sorted by name. Executes two statements in total. */
export async function readFeatureList(context: IndexContext, filter: FeatureFilter): Promise<FeatureList> {
  const { index, favorites } = await readIndex(context);
  const features = index.select({ order: 'name', archived: false }).filter(matcherOf(filter));
  const seen = await readLastSeen(context.em, features);
  return { features, write: (feature) => writeItem(feature, favorites.has(feature.name), seen) };
}

/** Above this number of features, reading the times of all features costs less. */
const maxNames = 500;

async function readLastSeen(em: EntityManager, features: readonly IndexedFeature[]): Promise<ByEnvironment<SeenAt>> {
  if (features.length === 0) return new Map();
  const names = features.length > maxNames ? null : features.map(({ name }) => name);
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where('last_seen_at', 'is not', null)
    .$if(names !== null, (query) => query.where('feature_name', 'in', names ?? []))
    .select(['feature_name as name', 'environment', 'last_seen_at'])
    .execute();
  const seenAt = seenAtReader();
  return byEnvironment(rows, ({ last_seen_at }) => seenAt(Number(last_seen_at)));
}

function matcherOf({ projects, tags = [], namePrefix = '' }: FeatureFilter): (feature: IndexedFeature) => boolean {
  const requested = projects === 'all' ? null : new Set(projects);
  const parts = namePrefix.toLowerCase().split('%');
  return (feature) =>
    (requested === null || requested.has(feature.project)) &&
    (namePrefix === '' || beginsWith(feature.name.toLowerCase(), parts)) &&
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
