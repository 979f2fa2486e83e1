import { Constraint, FeatureStrategy, nullable, StrategyVariant, mapOf } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

export const strategyParams = Type.Object({
  projectId: Type.String(),
  featureName: Type.String(),
  environment: Type.String(),
  strategyId: Type.String(),
});

const maxSortOrder = 1_000_000_000;
/** The limits leave room for strategies that are numbered after the last one. */
export const StrategySortOrder = Type.Integer({ minimum: -maxSortOrder, maximum: maxSortOrder });

/** Identifies a strategy in documents, uniquely in its feature and environment. */
export const StrategyMark = Type.String({ minLength: 1, maxLength: 100 });

const settings = {
  key: Type.Optional(nullable(StrategyMark)),
  title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  disabled: Type.Optional(nullable(Type.Boolean())),
  constraints: Type.Optional(Type.Array(Constraint)),
  parameters: Type.Optional(mapOf(Type.String())),
  variants: Type.Optional(Type.Array(StrategyVariant)),
  segments: Type.Optional(Type.Array(Type.Integer())),
};

const StrategyName = Type.String({ minLength: 1 });

/** The required shape of a strategy after a patch. */
export const CompleteStrategy = Type.Object({ name: StrategyName, ...settings });

export const CreateStrategy = Type.Object({ ...CompleteStrategy.properties, sortOrder: Type.Optional(StrategySortOrder) });
export type CreateStrategy = Static<typeof CreateStrategy>;

export const UpdateStrategy = Type.Object({ name: Type.Optional(StrategyName), ...settings });
export type UpdateStrategy = Static<typeof UpdateStrategy>;

/** A strategy in `GET` of one environment. */
export const StrategyOfFeature = Type.Object({ ...FeatureStrategy.properties, featureName: Type.String() });
