import { Change, Constraint, EnvironmentName, EvaluatedContext, FeatureVariant, nullable, Refusal } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

/** One feature, several contexts and environments, and optionally a draft of changes in one environment. */
export const PreviewQuestion = Type.Object({
  environments: Type.Array(EnvironmentName, { minItems: 1, maxItems: 50 }),
  contexts: Type.Array(EvaluatedContext, { minItems: 1, maxItems: 100 }),
  draft: Type.Optional(
    Type.Object({
      environment: EnvironmentName,
      changes: Type.Array(Type.Object({ action: Change.properties.action, payload: Type.Optional(Type.Unknown()) }), {
        minItems: 1,
        maxItems: 50,
      }),
    }),
  ),
});
export type PreviewQuestion = Static<typeof PreviewQuestion>;

/**
 * The deciding reason. `strategy`: one matches; `everybody`: on without strategies. Reasons for being off: the feature is
 * disabled (`off`), a parent, no enabled strategy (`nothing`), or an obstacle of the nearest strategy: a constraint, a
 * segment, the rollout (`share`), the rule of its type, or information that only the application has.
 */
export const Because = Type.Object({
  kind: Type.Enum(['strategy', 'everybody', 'off', 'parent', 'nothing', 'constraint', 'segment', 'share', 'rule', 'application']),
  /** Id of the matching or nearest strategy. */
  strategy: Type.Optional(Type.String()),
  constraint: Type.Optional(Constraint),
  /** Value of the constraint's field in the context; null if missing. */
  given: Type.Optional(nullable(Type.String())),
  segment: Type.Optional(Type.String()),
  /** Rollout percentage. */
  reaches: Type.Optional(Type.Number()),
  /**
   * Bucket of the context, from 1 to 100, or 0 without a value for stickiness. Absent if no bucket was computed, for example
   * for a rollout of 0 %.
   */
  bucket: Type.Optional(Type.Integer()),
});
export type Because = Static<typeof Because>;

const PreviewResult = Type.Object({
  enabled: Type.Boolean(),
  variant: nullable(FeatureVariant.properties.name),
  because: Because,
  /** True if the result depends on randomness. */
  byChance: Type.Boolean(),
});

/** Environments and contexts are in the order of the request. `after` is the result with the draft, only in its environment. */
export const PreviewAnswer = Type.Object({
  environments: Type.Array(
    Type.Object({
      name: Type.String(),
      contexts: Type.Array(Type.Object({ ...PreviewResult.properties, after: Type.Optional(PreviewResult) })),
    }),
  ),
  /** Refusals of draft changes, which are ignored then. */
  refusals: Type.Array(Refusal),
});
export type PreviewAnswer = Static<typeof PreviewAnswer>;
/** Result for one context. */
export type PreviewResult = Static<typeof PreviewResult>;
