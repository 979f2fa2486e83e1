import { Constraint, EnvironmentName, EvaluatedContext, FeatureVariant, nullable, Payload, mapOf } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { Verdict } from './strategy-template.ts';

// What is asked and answered (specification, endpoint 10; reference, playground §3.1 and §3.3).

/** Ids of projects, or `*` for all of them, as is nothing at all. An empty list selects nothing. */
const Projects = Type.Unsafe<'*' | '' | string[]>({ type: ['string', 'array'], pattern: '^\\*?$', items: { type: 'string' } });

/** Names of the features that are told of; absent for all. Their parents are asked all the same. */
const FeatureNames = Type.Array(Type.String(), { maxItems: 1000 });

/** A revision of which somebody wants to know whether a feature has changed since. */
export const EarlierRevision = Type.Object({ revision: Type.Integer({ minimum: 0 }) });

const narrowed = { projects: Type.Optional(Projects), features: Type.Optional(FeatureNames), at: Type.Optional(EarlierRevision) };

/** What is asked for several environments and contexts. */
export const AdvancedQuestion = Type.Object({
  environments: Type.Array(EnvironmentName, { minItems: 1 }),
  ...narrowed,
  context: EvaluatedContext,
});

/** What is asked for one environment and one context. */
export const BasicQuestion = Type.Object({ environment: EnvironmentName, ...narrowed, context: EvaluatedContext });

export const VerdictShape = Type.Unsafe<Verdict>({ enum: [true, false, 'unknown'] });
/** `reason` says why a constraint was not tried, where its cost forbade that. */
export const ConstraintResult = Type.Object({ ...Constraint.properties, result: Type.Boolean(), reason: Type.Optional(Type.String()) });

export const EvaluatedVariant = Type.Object({ name: Type.String(), enabled: Type.Boolean(), payload: Type.Optional(Payload) });

/**
 * What a hash makes of the context: `value`, which `stickiness` names, in `bucket` of the buckets 1 to `of`. Both are null where the context
 * has no such value, where none is needed, and with `chance`, because another evaluation would draw another.
 */
export const ShareResult = Type.Object({
  stickiness: Type.String(),
  value: nullable(Type.String()),
  group: Type.String(),
  bucket: nullable(Type.Integer()),
  of: Type.Integer(),
  chance: Type.Boolean(),
});

/** The share of a strategy: the buckets up to `reaches` pass. */
export const RuleShareResult = Type.Object({ ...ShareResult.properties, reaches: Type.Number() });

/** A parent as the feature depends on it. Absent: `result` where it was not asked, `given` where it is not there either. */
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
  /** Null where the strategy is about no share. */
  share: nullable(RuleShareResult),
  /** Whether its own rule holds, whatever constraints and segments say. */
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

/** The last revision at which the feature, its segments or its parents changed; `same` is null where that is not known so far back. */
export const ChangedSince = Type.Object({ revision: Type.Integer(), same: nullable(Type.Boolean()) });

const detailed = {
  ...outcome,
  hasUnsatisfiedDependency: Type.Boolean(),
  dependencies: Type.Array(ParentResult),
  strategies: EvaluatedStrategies,
  /** Where no strategy holds: the id of the one of which the least steps fail. */
  nearest: nullable(Type.String()),
  /** How the variant came to be; null where there were none to choose from. */
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

/** Fields of the context that had to be left out, because nothing can be evaluated of them. Absent where there is none. */
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

/** What is answered for one environment and one context. */
export const BasicAnswer = Type.Object({
  input: BasicQuestion,
  warnings: Type.Optional(EvaluationWarnings),
  features: Type.Array(Type.Object({ name: Type.String(), projectId: Type.String(), ...detailed })),
});
