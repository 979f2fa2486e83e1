import { Type, type Static } from 'typebox';
import { nullable } from '@signalbox/contracts';

export const EvaluatedAnswer = Type.Object({
  enabled: Type.Boolean(),
  /** Null if no variant is selected. */
  variant: nullable(Type.String()),
});
export type EvaluatedAnswer = Static<typeof EvaluatedAnswer>;

const Share = Type.Number({ minimum: 0, maximum: 1 });

const FeatureImpact = Type.Object({
  name: Type.String(),
  /** Number and share of contexts that get a different result. */
  flipped: Type.Integer(),
  share: Share,
  /** Share of contexts for which the feature is on. */
  on: Type.Object({ before: Share, after: Share }),
  /** Shares of contexts per variant, by name. */
  variants: Type.Array(Type.Object({ name: Type.String(), before: Share, after: Share })),
});

/** Contexts that get a different result when the changes take effect. */
export const Impact = Type.Object({
  /**
   * Evaluated contexts: those saved in the project, those that applications used within the last hour (if the environment
   * allows sampling), and generated users.
   */
  contexts: Type.Object({ personas: Type.Integer(), recent: Type.Integer(), generated: Type.Integer() }),
  /** Number of contexts that get a different result for any feature. */
  flipped: Type.Integer(),
  share: Share,
  /**
   * Features whose share is meaningless: a changed strategy depends on the clock, or no generated user could get it. A
   * request with any of them needs the second approval of `secondApprovalAbove`.
   */
  unmeasured: Type.Array(Type.String()),
  /** Features with a different result for any context, and features that the changes touch. */
  features: Type.Array(FeatureImpact),
  /** Saved contexts that get a different result. */
  personas: Type.Array(
    Type.Object({
      name: Type.String(),
      changes: Type.Array(Type.Object({ feature: Type.String(), before: EvaluatedAnswer, after: EvaluatedAnswer })),
    }),
  ),
});
export type Impact = Static<typeof Impact>;
