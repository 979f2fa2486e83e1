import sortedBTree from 'sorted-btree';
import type { CachedFeature } from './cached-feature.ts';

/**
 * Features by name, in the order of code units. A copy costs nothing, and a change to it a few microseconds: the next view shares
 * everything with the previous one except the changed leaf.
 */
export type FeaturesByName = sortedBTree.default<string, CachedFeature>;

/** Entries per leaf. A leaf is copied when one of them changes. */
const leafSize = 64;

/** Accepts any order, without duplicate names. */
export function featuresByName(features: readonly CachedFeature[] = []): FeaturesByName {
  const entries = features.map((feature): [string, CachedFeature] => [feature.state.name, feature]);
  return new sortedBTree.default<string, CachedFeature>(entries, sortedBTree.simpleComparator, leafSize);
}
