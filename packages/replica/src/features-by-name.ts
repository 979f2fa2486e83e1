import sortedBTree from 'sorted-btree';
import type { CachedFeature } from './cached-feature.ts';

/**
 * Features by name, in the order of code units. A copy costs nothing, whatever it holds, and a change to it a few microseconds: the next
 * view shares with the last one all but the leaf that has changed.
 */
export type FeaturesByName = sortedBTree.default<string, CachedFeature>;

/** Of how many entries a leaf is: it is copied when one of them changes. */
const leafSize = 64;

/** In any order, each name once. */
export function featuresByName(features: readonly CachedFeature[] = []): FeaturesByName {
  const entries = features.map((feature): [string, CachedFeature] => [feature.state.name, feature]);
  return new sortedBTree.default<string, CachedFeature>(entries, sortedBTree.simpleComparator, leafSize);
}
