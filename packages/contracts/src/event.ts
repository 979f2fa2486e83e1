import type { Static, TSchema } from 'typebox';
import type { Tag } from './shapes.ts';

/** One of the three columns that say what a fact is about; with `?` it is null where the fact concerns everything. */
export type ScopePart = `${'project' | 'environment' | 'featureName'}${'' | '?'}`;

/**
 * A fact that a service states. `type` and what `data` and `preData` hold are the specification's; `touches` says
 * which part of the evaluation state the fact changes: a unit of work that states such a fact raises the revision.
 */
export interface EventDefinition<Data extends TSchema = TSchema, PreData extends TSchema = TSchema> {
  readonly type: string;
  readonly version: number;
  readonly service: string;
  /** Completes the sentence "stated when ...". */
  readonly when: string;
  /** Which of `project`, `environment` and `featureName` the fact carries; the others are null. */
  readonly scope: readonly ScopePart[];
  readonly touches: 'nothing' | 'feature' | 'segment' | 'everything';
  readonly data: Data;
  readonly preData: PreData;
  /** Whether the specification lists the kind; the events API shows no other. */
  readonly specified: boolean;
}

/** The content of one stated fact. `tags` are those of the feature as of the unit of work; the host fills them in. */
export interface Fact<E extends EventDefinition = EventDefinition> {
  readonly project?: string | null;
  readonly environment?: string | null;
  readonly featureName?: string | null;
  readonly data?: Static<E['data']>;
  readonly preData?: Static<E['preData']>;
  readonly tags?: readonly Tag[];
}
