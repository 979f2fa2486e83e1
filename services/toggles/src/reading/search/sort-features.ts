import { type Features, isFavorite, lastSeenOf, type OfFeature } from './match-features.ts';
import type { Sorting } from './read-search.ts';

/**
 * In the order wanted. What ties is told apart by age, then by name; what has no value comes last either way. `userId`
 * is whose favorites may come first.
 */
export function sortFeatures(features: Features, { by, order, favoritesFirst }: Sorting, userId: number): Features {
  const first = favoritesFirst ? favoritesOf(features, userId) : features;
  const sorted = sortByKey(first, by, order);
  return by === 'createdAt' || by === 'name' ? sorted : sorted.orderBy('feature.created_at').orderBy('feature.name');
}

const favoritesOf = (features: Features, userId: number): Features => features.orderBy((feature) => isFavorite(feature, userId), 'desc');

const columns = { name: 'feature.name', type: 'feature.type', stale: 'feature.stale', project: 'feature.project_id' } as const;

function sortByKey(features: Features, by: Sorting['by'], order: Sorting['order']): Features {
  if (by === 'createdAt') return features.orderBy('feature.created_at', order).orderBy('feature.name');
  if (by === 'lastSeenAt') return sortByLastSeen(features, order);
  return typeof by === 'string' ? features.orderBy(columns[by], order) : sortByEnvironment(features, by.environment, order);
}

const sortByLastSeen = (features: Features, order: Sorting['order']): Features =>
  features.orderBy((feature) => feature(lastSeenOf(feature), 'is', null)).orderBy(lastSeenOf, order);

function sortByEnvironment(features: Features, environment: string, order: Sorting['order']): Features {
  const enabled = (feature: OfFeature) =>
    feature
      .selectFrom('feature_environment')
      .select('feature_environment.enabled')
      .whereRef('feature_environment.feature_name', '=', 'feature.name')
      .where('feature_environment.environment', '=', environment);
  return features.orderBy((feature) => feature(enabled(feature), 'is', null)).orderBy(enabled, order);
}
