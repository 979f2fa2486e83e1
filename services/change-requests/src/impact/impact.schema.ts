import { Type, type Static } from 'typebox';
import { nullable } from '@signalbox/contracts';

export const EvaluatedAnswer = Type.Object({
  enabled: Type.Boolean(),
  /** Null where none is chosen. */
  variant: nullable(Type.String()),
});
export type EvaluatedAnswer = Static<typeof EvaluatedAnswer>;

const Share = Type.Number({ minimum: 0, maximum: 1 });

const FeatureImpact = Type.Object({
  name: Type.String(),
  /** How many contexts get another answer, and which share of them that is. */
  flipped: Type.Integer(),
  share: Share,
  /** The share of contexts that it is on for. */
  on: Type.Object({ before: Share, after: Share }),
  /** The shares that get each variant, by its name. */
  variants: Type.Array(Type.Object({ name: Type.String(), before: Share, after: Share })),
});

/** Who gets another answer when changes take effect. */
export const Impact = Type.Object({
  /**
   * What was evaluated: the contexts that the project has saved, those that applications asked for within the hour, where the environment
   * lets them be sampled, and users made up beside them.
   */
  contexts: Type.Object({ personas: Type.Integer(), recent: Type.Integer(), generated: Type.Integer() }),
  /** How many contexts get another answer for some feature. */
  flipped: Type.Integer(),
  share: Share,
  /**
   * Features whose share says nothing: a changed strategy depends on the clock, or no generated user could get it. A request with any needs
   * the second approval of `secondApprovalAbove`.
   */
  unmeasured: Type.Array(Type.String()),
  /** The features that some context gets another answer for, and those that the changes touch. */
  features: Type.Array(FeatureImpact),
  /** The saved contexts that get another answer. */
  personas: Type.Array(
    Type.Object({
      name: Type.String(),
      changes: Type.Array(Type.Object({ feature: Type.String(), before: EvaluatedAnswer, after: EvaluatedAnswer })),
    }),
  ),
});
export type Impact = Static<typeof Impact>;
