import type { Tag } from '@signalbox/contracts';
import type { Tables } from '../../base/database/tables.ts';

/** What lists show and searches look at, of one feature: as far as events tell of it. What applications tell is `Seen`. */
export interface IndexedFeature {
  readonly name: string;
  readonly project: string;
  readonly type: string;
  readonly description: string | null;
  readonly stale: boolean;
  readonly impressionData: boolean;
  readonly createdAt: number;
  readonly revivedAt: number | null;
  readonly completedAt: number | null;
  readonly completedStatus: string | null;
  readonly completedStatusValue: string | null;
  readonly archivedAt: number | null;
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

/** A feature's settings in one environment. */
export interface IndexedSettings {
  readonly environment: IndexedEnvironment;
  /** As it is stored: without a strategy nothing is on. */
  readonly enabled: boolean;
  readonly variantCount: number;
  readonly hasStrategies: boolean;
  readonly hasEnabledStrategies: boolean;
}

/** One object for all features that are in the environment. */
export type IndexedEnvironment = Readonly<Pick<Tables['environment'], 'name' | 'type' | 'sort_order'>>;
