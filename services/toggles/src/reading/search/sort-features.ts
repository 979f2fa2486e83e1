import { compareTexts } from '@signalbox/kit';
import type { FeatureReach } from '../../feature/feature/feature.schema.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import type { Sorting } from './read-search.ts';
import type { SearchInputs } from './read-usage-and-changes.ts';

type Features = readonly IndexedFeature[];

/**
 * Sorts features that `matchFeatures` found. Ties are broken by age, then by name. Features without a value come last in both
 * directions.
 */
export function sortFeatures(
  features: Features,
  { by, order, favoritesFirst }: Sorting,
  { lastSeenAt, favorites }: SearchInputs,
): Features {
  const sorted = order === 'asc' && (by === 'name' || by === 'createdAt') ? features : sortByKey(features, { by, order }, lastSeenAt);
  if (!favoritesFirst || favorites.size === 0) return sorted;
  const isFavorite = ({ name }: IndexedFeature) => favorites.has(name);
  return [...sorted.filter(isFavorite), ...sorted.filter((feature) => !isFavorite(feature))];
}

function sortByKey(features: Features, { by, order }: Pick<Sorting, 'by' | 'order'>, lastSeenAt: SearchInputs['lastSeenAt']): Features {
  if (by === 'name') return features.toReversed();
  if (by === 'createdAt') return features.toSorted((one, other) => other.createdAt - one.createdAt);
  const keyOf = typeof by === 'string' ? keysOf(lastSeenAt)[by] : 'reachIn' in by ? reachIn(by.reachIn) : enabledIn(by.environment);
  const groups = [...Map.groupBy(features, keyOf)];
  return groups.sort(([one], [other]) => compareKeys(one, other, order)).flatMap(([, own]) => own);
}

type Key = string | number | null;

const keysOf = (lastSeenAt: SearchInputs['lastSeenAt']) =>
  ({
    type: ({ type }) => type,
    stale: ({ stale }) => Number(stale),
    project: ({ project }) => project,
    lastSeenAt: ({ name }) => lastSeenAt.get(name) ?? null,
    changedAt: ({ changedAt }) => changedAt,
  }) satisfies Record<string, (feature: IndexedFeature) => Key>;

const enabledIn =
  (name: string) =>
  ({ settings }: IndexedFeature): Key => {
    const own = settings.find(({ shown }) => shown.name === name);
    return own ? Number(own.enabled) : null;
  };

/** From nobody to everybody. */
const reachKinds: readonly FeatureReach['kind'][] = ['nobody', 'some', 'everybody'];

const reachIn =
  (name: string) =>
  ({ settings }: IndexedFeature): Key => {
    const own = settings.find(({ shown }) => shown.name === name);
    return own ? reachKinds.indexOf(own.reach) : null;
  };

function compareKeys(one: Key, other: Key, order: Sorting['order']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const compared = typeof one === 'string' ? compareTexts(one, String(other)) : one - Number(other);
  return order === 'asc' ? compared : -compared;
}
