import { Constraint, EnvironmentName, EvaluatedContext, FeatureVariant, Payload, mapOf } from '@signalbox/contracts';
import { Type } from 'typebox';
import type { Verdict } from './strategy-result.ts';

// What is asked and answered (specification, endpoint 10; reference, playground §3.1 and §3.3).

/** Ids of projects, or `*` for all of them, as is nothing at all. An empty list selects nothing. */
const Projects = Type.Unsafe<'*' | '' | string[]>({ type: ['string', 'array'], pattern: '^\\*?$', items: { type: 'string' } });

/** What is asked for several environments and contexts. */
export const AdvancedQuestion = Type.Object({
  environments: Type.Array(EnvironmentName, { minItems: 1 }),
  projects: Type.Optional(Projects),
  context: EvaluatedContext,
});

/** What is asked for one environment and one context. */
export const BasicQuestion = Type.Object({ environment: EnvironmentName, projects: Type.Optional(Projects), context: EvaluatedContext });

export const VerdictShape = Type.Unsafe<Verdict>({ enum: [true, false, 'unknown'] });
/** `reason` says why a constraint was not tried, where its cost forbade that. */
export const ConstraintResult = Type.Object({ ...Constraint.properties, result: Type.Boolean(), reason: Type.Optional(Type.String()) });

export const EvaluatedVariant = Type.Object({ name: Type.String(), enabled: Type.Boolean(), payload: Type.Optional(Payload) });

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
  }),
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

const detailed = {
  ...outcome,
  hasUnsatisfiedDependency: Type.Boolean(),
  strategies: EvaluatedStrategies,
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
