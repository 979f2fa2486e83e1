import type { Reach } from '@signalbox/engine';
import { type Completion, DateTime, nullable, type Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { indexedFeature } from '../../tables/feature.ts';

/** What lists show and searches look at, of one feature: as far as events tell of it. What applications tell is `Seen`. */
export interface IndexedFeature extends Readonly<ReturnType<typeof indexedFeature.decode>> {
  readonly createdAt: number;
  /** As the wire shows it: no instant is shown as often. */
  readonly createdAtText: string;
  readonly revivedAt: number | null;
  readonly completedAt: number | null;
  readonly completedStatus: Completion['status'] | null;
  readonly completedStatusValue: string | null;
  readonly archivedAt: number | null;
  /** When a user last changed it; null for never. */
  readonly changedAt: number | null;
  /** When it was first switched on in production. */
  readonly inProductionAt: number | null;
  readonly createdByUserId: number | null;
  readonly createdBy: string | null;
  /** The feature that it depends on. */
  readonly parent: string | null;
  /** By type and value. */
  readonly tags: readonly Tag[];
  /** The ids of segments, through any strategy in any environment. */
  readonly segments: readonly number[];
  /** In the order of the environments. */
  readonly settings: readonly IndexedSettings[];
}

/** What is looked through for a word, in small letters: its name, its description and the values of its tags. */
export const textOf = ({ name, description, tags }: IndexedFeature): string =>
  [name, description ?? '', ...tags.map(({ value }) => value)].join('\0').toLowerCase();

/** A feature's settings in one environment: one object for all features that have the same there. */
export interface IndexedSettings {
  /** Whether it is switched on. Without a strategy nothing is on: what lists show is `shown`. */
  readonly enabled: boolean;
  /** Who gets it there. */
  readonly reach: Reach['kind'];
  /** As lists show it of a feature that was never asked for there. */
  readonly shown: FeatureEnvironmentItem;
}

/** A feature in one environment, as lists show it. */
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
