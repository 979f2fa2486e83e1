import { Type, type Static } from 'typebox';

/** The use of a segment or a context field by a strategy. */
export const StrategyUse = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  featureName: Type.String(),
  strategyName: Type.String(),
  environment: Type.String(),
});
export type StrategyUse = Static<typeof StrategyUse>;

export const StrategyUseList = Type.Object({ strategies: Type.Array(StrategyUse) });

/** Numbers of features and projects that use an object. */
export const UseCounts = { usedInFeatures: Type.Integer(), usedInProjects: Type.Integer() };
