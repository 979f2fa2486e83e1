import { Constraint, EnvironmentName, EvaluatedContext, FeatureVariant, nullable, Payload, mapOf } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { Verdict } from './strategy-template.ts';

// Requests and responses of the playground (specification, endpoint 10; reference, playground §3.1 and §3.3).

/** Ids of projects, or `*` for all, which is also the default. An empty list selects nothing. */
const Projects = Type.Unsafe<'*' | '' | string[]>({ type: ['string', 'array'], pattern: '^\\*?$', items: { type: 'string' } });

/** Names of the features in the response; absent for all. Their parents are evaluated anyway. */
const FeatureNames = Type.Array(Type.String(), { maxItems: 1000 });

/** An earlier revision, to report if features have changed since. */
export const EarlierRevision = Type.Object({ revision: Type.Integer({ minimum: 0 }) });

const narrowed = { projects: Type.Optional(Projects), features: Type.Optional(FeatureNames), at: Type.Optional(EarlierRevision) };

/** A request for several environments and contexts. */
export const AdvancedQuestion = Type.Object({
  environments: Type.Array(EnvironmentName, { minItems: 1 }),
  ...narrowed,
  context: EvaluatedContext,
});

/** A request for one environment and one context. */
export const BasicQuestion = Type.Object({ environment: EnvironmentName, ...narrowed, context: EvaluatedContext });

export const VerdictShape = Type.Unsafe<Verdict>({ enum: [true, false, 'unknown'] });
/** `reason` is set if the constraint was skipped because of its cost. */
export const ConstraintResult = Type.Object({ ...Constraint.properties, result: Type.Boolean(), reason: Type.Optional(Type.String()) });

export const EvaluatedVariant = Type.Object({ name: Type.String(), enabled: Type.Boolean(), payload: Type.Optional(Payload) });

/**
 * Bucket of the context: the hash of `value`, the field named by `stickiness`, is in `bucket` of the buckets 1 to `of`. Both are null
 * without such a value, if no hash is needed, and with `chance`, because another evaluation would draw another one.
 */
export const ShareResult = Type.Object({
  stickiness: Type.String(),
  value: nullable(Type.String()),
  group: Type.String(),
  bucket: nullable(Type.Integer()),
  of: Type.Integer(),
  chance: Type.Boolean(),
});

/** Share of a strategy: the buckets up to `reaches` pass. */
export const RuleShareResult = Type.Object({ ...ShareResult.properties, reaches: Type.Number() });

/** A parent of the feature. `result` is absent if it was not evaluated; `given` is also absent if it does not exist. */
export const ParentResult = Type.Object({
  feature: Type.String(),
  enabled: Type.Boolean(),
  variants: Type.Array(Type.String()),
  result: Type.Optional(Type.Boolean()),
  given: Type.Optional(Type.Object({ enabled: Type.Boolean(), variant: nullable(Type.String()) })),
});

export const StrategyResultShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  title: Type.Optional(Type.String()),
  disabled: Type.Boolean(),
  parameters: mapOf(Type.String()),
  result: Type.Object({
    evaluationStatus: Type.Enum(['complete', 'incomplete', 'unevaluated']),
    enabled: VerdictShape,
    variant: Type.Optional(EvaluatedVariant),
    variants: Type.Optional(Type.Array(FeatureVariant)),
    variantShare: Type.Optional(ShareResult),
  }),
  /** Null for a strategy without a share. */
  share: nullable(RuleShareResult),
  /** Result of its own rule, regardless of constraints and segments. */
  passes: VerdictShape,
  constraints: Type.Array(ConstraintResult),
  segments: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), result: Type.Boolean(), constraints: Type.Array(ConstraintResult) }),
  ),
  links: Type.Object({ edit: Type.String() }),
});

const outcome = {
  isEnabled: Type.Boolean(),
  isEnabledInCurrentEnvironment: Type.Boolean(),
  variant: EvaluatedVariant,
  variants: Type.Array(FeatureVariant),
};

export const EvaluatedStrategies = Type.Object({ result: VerdictShape, data: Type.Array(StrategyResultShape) });

/** Last revision at which the feature, its segments or its parents changed. `same` is null if the history does not go back far enough. */
export const ChangedSince = Type.Object({ revision: Type.Integer(), same: nullable(Type.Boolean()) });

const detailed = {
  ...outcome,
  hasUnsatisfiedDependency: Type.Boolean(),
  dependencies: Type.Array(ParentResult),
  strategies: EvaluatedStrategies,
  /** Id of the strategy with the fewest failing steps, if none holds. */
  nearest: nullable(Type.String()),
  /** Explanation of the variant. Null without variants. */
  variantShare: nullable(ShareResult),
  since: Type.Optional(ChangedSince),
};

export const EvaluationResult = Type.Object({
  name: Type.String(),
  environment: Type.String(),
  projectId: Type.String(),
  context: mapOf(Type.Unknown()),
  ...detailed,
});

/** Fields of the context that were dropped because they cannot be evaluated. Absent if none. */
export const EvaluationWarnings = Type.Object({ invalidContextProperties: Type.Array(Type.String()) });

/** `outcome` of a feature is that of the first environment and context. */
export const AdvancedAnswer = Type.Object({
  input: AdvancedQuestion,
  warnings: Type.Optional(EvaluationWarnings),
  features: Type.Array(
    Type.Object({
      name: Type.String(),
      projectId: Type.String(),
      environments: mapOf(Type.Array(EvaluationResult)),
      ...outcome,
    }),
  ),
});

/** Response for one environment and one context. */
export const BasicAnswer = Type.Object({
  input: BasicQuestion,
  warnings: Type.Optional(EvaluationWarnings),
  features: Type.Array(Type.Object({ name: Type.String(), projectId: Type.String(), ...detailed })),
});
