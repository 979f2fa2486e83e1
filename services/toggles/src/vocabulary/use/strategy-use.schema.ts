import { Type, type Static } from 'typebox';

/** Where a segment or a context field is used. */
export const StrategyUse = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  featureName: Type.String(),
  strategyName: Type.String(),
  environment: Type.String(),
});
export type StrategyUse = Static<typeof StrategyUse>;

export const StrategyUseList = Type.Object({ strategies: Type.Array(StrategyUse) });

/** How many features and projects use something. */
export const UseCounts = { usedInFeatures: Type.Integer(), usedInProjects: Type.Integer() };
