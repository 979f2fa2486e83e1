import type { Static, TSchema } from 'typebox';
import type { Tag } from './shapes.ts';

/** A column that identifies the subject of an event. With `?` it is null if the event concerns everything. */
export type ScopePart = `${'project' | 'environment' | 'featureName'}${'' | '?'}`;

/**
 * An event of a service. The specification defines `type`, `data` and `preData`. `touches` is the affected part of the evaluation state; a
 * unit of work that publishes such an event raises the revision.
 */
export interface EventDefinition<Data extends TSchema = TSchema, PreData extends TSchema = TSchema, Type extends string = string> {
  readonly type: Type;
  readonly version: number;
  readonly service: string;
  /** Completes the sentence "Emitted when ...". */
  readonly when: string;
  /** The columns `project`, `environment` and `featureName` that the event sets; the others are null. */
  readonly scope: readonly ScopePart[];
  readonly touches: 'nothing' | 'feature' | 'segment' | 'everything';
  readonly data: Data;
  readonly preData: PreData;
  /** True if the specification lists the kind. The events API returns no other. */
  readonly specified: boolean;
}

/** Content of an event. `tags` are the feature's tags at the unit of work; the host adds them. */
export interface Fact<E extends EventDefinition = EventDefinition> {
  readonly project?: string | null;
  readonly environment?: string | null;
  readonly featureName?: string | null;
  readonly data?: Static<E['data']>;
  readonly preData?: Static<E['preData']>;
  readonly tags?: readonly Tag[];
}
