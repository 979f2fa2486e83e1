import { Type, type Static } from 'typebox';
import { Constraint, FeatureVariant, nullable, StrategyVariant, mapOf } from './shapes.ts';

/**
 * The evaluation form of one strategy. `parameters` are strings; `segments` are ids that the replica resolves. `id` and
 * `title` decide nothing: they name the strategy to people, and SDKs never see them.
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

/** A strategy that is switched off, with its place among all strategies of its environment, counted from 0. */
export const DisabledStrategy = Type.Object({ position: Type.Integer({ minimum: 0 }), strategy: StrategyState });
export type DisabledStrategy = Static<typeof DisabledStrategy>;

/**
 * One feature in one environment. `strategies` are those that decide, in their order of evaluation (sortOrder, then
 * age). Disabled ones stand apart, so that nobody who evaluates can take one for the other; absent means none.
 */
export const EnvironmentState = Type.Object({
  enabled: Type.Boolean(),
  strategies: Type.Array(StrategyState),
  variants: Type.Array(FeatureVariant),
  disabledStrategies: Type.Optional(Type.Array(DisabledStrategy)),
});
export type EnvironmentState = Static<typeof EnvironmentState>;

/** A parent that must hold before the child is evaluated (specification, Feature `dependencies`). */
export const DependencyState = Type.Object({
  feature: Type.String(),
  enabled: Type.Boolean(),
  variants: Type.Array(Type.String()),
});
export type DependencyState = Static<typeof DependencyState>;

/** The value that application code falls back to without an answer. Its JSON type is the type of the flag in code. */
export const CodeDefault = Type.Unsafe<boolean | number | string | Readonly<Record<string, unknown>>>({
  type: ['boolean', 'number', 'string', 'object'],
  maxLength: 10_000,
  maxProperties: 1000,
});
export type CodeDefault = Static<typeof CodeDefault>;

/** The evaluation form of one active feature in all of its environments, keyed by environment name. */
export const FeatureState = Type.Object({
  name: Type.String(),
  project: Type.String(),
  type: Type.String(),
  description: nullable(Type.String()),
  stale: Type.Boolean(),
  impressionData: Type.Boolean(),
  /** Absent for none. */
  codeDefault: Type.Optional(CodeDefault),
  dependencies: Type.Array(DependencyState),
  /** As `type:value`, by which programs may ask for a part of the features. Absent for none. */
  tags: Type.Optional(Type.Array(Type.String())),
  environments: mapOf(EnvironmentState),
});
export type FeatureState = Static<typeof FeatureState>;

/** A segment: a named list of constraints that strategies refer to by id. */
export const SegmentState = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  constraints: Type.Array(Constraint),
});
export type SegmentState = Static<typeof SegmentState>;

/** Environments of projects in which contexts that applications ask for are sampled. */
export const SampledEnvironments = Type.Array(Type.Object({ project: Type.String(), environment: Type.String() }));
export type SampledEnvironments = Static<typeof SampledEnvironments>;

/**
 * What one unit of work changed for evaluation (ARCHITECTURE, "The life of an event" 5). `previous` is the revision
 * that this one follows; a reader that holds another one has a gap and must resync. `resync` stands in place of a
 * content that would be too large.
 */
export const StateChanged = Type.Object({
  revision: Type.Integer({ minimum: 1 }),
  previous: Type.Integer({ minimum: 0 }),
  resync: Type.Boolean(),
  features: Type.Array(FeatureState),
  removedFeatures: Type.Array(Type.String()),
  segments: Type.Array(SegmentState),
  removedSegments: Type.Array(Type.Integer()),
  /** All of them, where it changed which they are. */
  sampled: Type.Optional(SampledEnvironments),
});
export type StateChanged = Static<typeof StateChanged>;

/**
 * One page of the whole state, features by name; `next` is the name to continue after, null at the end. It holds every change up to
 * `revision`, and may hold some of those up to `reached`, which were made while it was read; absent: none.
 */
export const StatePage = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  reached: Type.Optional(Type.Integer({ minimum: 0 })),
  features: Type.Array(FeatureState),
  segments: Type.Array(SegmentState),
  /** On the first page. */
  sampled: Type.Optional(SampledEnvironments),
  next: nullable(Type.String()),
});
export type StatePage = Static<typeof StatePage>;
