import { Type, type Static } from 'typebox';
import { Constraint, FeatureVariant, nullable, StrategyVariant, mapOf } from './shapes.ts';

/**
 * Evaluation state of a strategy. `parameters` are strings; `segments` are ids that the replica resolves. `id` and `title` identify the
 * strategy to users. They have no effect, and SDKs never receive them.
 */
export const StrategyState = Type.Object({
  name: Type.String(),
  parameters: mapOf(Type.String()),
  constraints: Type.Array(Constraint),
  variants: Type.Array(StrategyVariant),
  segments: Type.Array(Type.Integer()),
  id: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
});
export type StrategyState = Static<typeof StrategyState>;

/** A disabled strategy, with its index among all strategies of its environment, from 0. */
export const DisabledStrategy = Type.Object({ position: Type.Integer({ minimum: 0 }), strategy: StrategyState });
export type DisabledStrategy = Static<typeof DisabledStrategy>;

/**
 * Evaluation state of a feature in one environment. `strategies` are the enabled ones in evaluation order (sortOrder, then age). Disabled
 * ones are separate, so that no evaluator can mistake them for enabled ones; absent means none.
 */
export const EnvironmentState = Type.Object({
  enabled: Type.Boolean(),
  strategies: Type.Array(StrategyState),
  variants: Type.Array(FeatureVariant),
  disabledStrategies: Type.Optional(Type.Array(DisabledStrategy)),
});
export type EnvironmentState = Static<typeof EnvironmentState>;

/** A parent feature that must have the required state before the child is evaluated (specification, Feature `dependencies`). */
export const DependencyState = Type.Object({
  feature: Type.String(),
  enabled: Type.Boolean(),
  variants: Type.Array(Type.String()),
});
export type DependencyState = Static<typeof DependencyState>;

/** Fallback value in application code. Its JSON type is the type of the flag in code. */
export const CodeDefault = Type.Unsafe<boolean | number | string | Readonly<Record<string, unknown>>>({
  type: ['boolean', 'number', 'string', 'object'],
  maxLength: 10_000,
  maxProperties: 1000,
});
export type CodeDefault = Static<typeof CodeDefault>;

/** Type of a flag in the manifest of the OpenFeature CLI. */
export const ManifestType = Type.Enum(['boolean', 'string', 'integer', 'float', 'object']);
export type ManifestType = Static<typeof ManifestType>;

/** The type of a flag with this default. */
export function manifestTypeOf(value: CodeDefault): ManifestType {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** Evaluation state of an active feature in all environments, by environment name. */
export const FeatureState = Type.Object({
  name: Type.String(),
  project: Type.String(),
  type: Type.String(),
  description: nullable(Type.String()),
  stale: Type.Boolean(),
  impressionData: Type.Boolean(),
  /** Absent if none. */
  codeDefault: Type.Optional(CodeDefault),
  dependencies: Type.Array(DependencyState),
  /** Tags as `type:value`, by which applications may filter features. Absent if none. */
  tags: Type.Optional(Type.Array(Type.String())),
  environments: mapOf(EnvironmentState),
});
export type FeatureState = Static<typeof FeatureState>;

/** A segment: a named list of constraints that strategies refer to by id. `IN_LIST` refers to a list of values by its hash. */
export const SegmentState = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  constraints: Type.Array(Constraint),
  /** True if a list has too many values for SDKs: they receive no feature that depends on the segment. Absent: false. */
  serverOnly: Type.Optional(Type.Boolean()),
});
export type SegmentState = Static<typeof SegmentState>;

/** A chunk of a list: some of its distinct values, each of which ends in a line feed. `size` counts all values of the list. */
export const ListChunk = Type.Object({ values: Type.String(), size: Type.Integer({ minimum: 0 }), next: nullable(Type.Integer()) });
export type ListChunk = Static<typeof ListChunk>;

/** Environments of projects in which contexts from applications are sampled. */
export const SampledEnvironments = Type.Array(Type.Object({ project: Type.String(), environment: Type.String() }));
export type SampledEnvironments = Static<typeof SampledEnvironments>;

/**
 * Changes to evaluation by one unit of work (ARCHITECTURE, "The life of an event" 5). `previous` is the revision before this one; a reader
 * at another revision has a gap and must resync. `resync` replaces content that would be too large.
 */
export const StateChanged = Type.Object({
  revision: Type.Integer({ minimum: 1 }),
  previous: Type.Integer({ minimum: 0 }),
  resync: Type.Boolean(),
  features: Type.Array(FeatureState),
  removedFeatures: Type.Array(Type.String()),
  segments: Type.Array(SegmentState),
  removedSegments: Type.Array(Type.Integer()),
  /** The complete list, if it changed. */
  sampled: Type.Optional(SampledEnvironments),
});
export type StateChanged = Static<typeof StateChanged>;

/**
 * One page of the evaluation state, features by name. `next` is the name to continue after, null at the end. It includes every change up to
 * `revision`, and may include changes up to `reached` that were made during the read (absent: none). A request for a list gets only a
 * chunk of it, in `list`.
 */
export const StatePage = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  reached: Type.Optional(Type.Integer({ minimum: 0 })),
  features: Type.Array(FeatureState),
  segments: Type.Array(SegmentState),
  /** On the first page. */
  sampled: Type.Optional(SampledEnvironments),
  list: Type.Optional(ListChunk),
  next: nullable(Type.String()),
});
export type StatePage = Static<typeof StatePage>;
