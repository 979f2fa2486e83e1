import type { Reach } from '@signalbox/engine';
import { type Completion, DateTime, nullable, type Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { indexedFeature } from '../../tables/feature.ts';

/** The properties of a feature for lists and searches that change only with events. `Seen` has those that change with usage. */
export interface IndexedFeature extends Readonly<ReturnType<typeof indexedFeature.decode>> {
  readonly createdAt: number;
  /** Formatted once, because responses contain it more often than any other timestamp. */
  readonly createdAtText: string;
  readonly revivedAt: number | null;
  readonly completedAt: number | null;
  readonly completedStatus: Completion['status'] | null;
  readonly completedStatusValue: string | null;
  readonly archivedAt: number | null;
  /** Time of the last change by a user; null if there is none. */
  readonly changedAt: number | null;
  /** The first time that the feature was switched on in production. */
  readonly inProductionAt: number | null;
  readonly createdByUserId: number | null;
  readonly createdBy: string | null;
  /** The feature that it depends on. */
  readonly parent: string | null;
  /** Sorted by type and value. */
  readonly tags: readonly Tag[];
  /** The ids of segments of all its strategies in all environments. */
  readonly segments: readonly number[];
  /** In the order of the environments. */
  readonly settings: readonly IndexedSettings[];
  /** JSON of its properties in lists, written once because lists have thousands of features: before `favorite`, and after it. */
  readonly jsonParts: readonly [before: string, after: string];
}

/** The properties that `jsonPartsOf` writes. */
type Written = Pick<IndexedFeature, 'name' | 'type' | 'description' | 'createdAtText' | 'stale' | 'impressionData' | 'tags' | 'managedBy'>;

export function jsonPartsOf(feature: Written): IndexedFeature['jsonParts'] {
  const { name, type, description, createdAtText, stale, impressionData, tags, managedBy } = feature;
  const before = JSON.stringify({ name, type, description });
  const optional = { ...(managedBy && { managedBy }), ...(tags.length > 0 && { tags }) };
  const after = JSON.stringify({ createdAt: createdAtText, stale, impressionData, ...optional });
  return [before.slice(0, -1), after.slice(1, -1)];
}

/** The searched text in lower case: name, description and tag values. */
export const textOf = ({ name, description, tags }: IndexedFeature): string =>
  [name, description ?? '', ...tags.map(({ value }) => value)].join('\0').toLowerCase();

/** A feature's settings in one environment. Features with equal settings share the object. */
export interface IndexedSettings {
  /** The stored switch. Without a strategy a feature is off, so lists show `shown`. */
  readonly enabled: boolean;
  /** The users that the feature reaches in the environment. */
  readonly reach: Reach['kind'];
  /** The settings in lists, for a feature without usage there. */
  readonly shown: FeatureEnvironmentItem;
  /** JSON of `shown` without `lastSeenAt` and the closing brace. */
  readonly json: string;
}

/** A feature in one environment in lists. */
export const FeatureEnvironmentItem = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  type: Type.String(),
  sortOrder: Type.Number(),
  variantCount: Type.Number(),
  lastSeenAt: nullable(DateTime),
  hasStrategies: Type.Boolean(),
  hasEnabledStrategies: Type.Boolean(),
});
export type FeatureEnvironmentItem = Static<typeof FeatureEnvironmentItem>;
