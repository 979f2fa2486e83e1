import { type Static, Type } from 'typebox';
import { Constraint, nullable, StrategyVariant, mapOf } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { featureEnvironment, projectEnvironment } from './scope.ts';

/** A strategy of a feature in one environment, in responses and events. */
export const FeatureStrategy = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  /** Identifies the strategy in documents. Absent if none. */
  key: Type.Optional(Type.String()),
  title: nullable(Type.String()),
  disabled: nullable(Type.Boolean()),
  constraints: Type.Array(Constraint),
  parameters: mapOf(Type.String()),
  variants: Type.Array(StrategyVariant),
  sortOrder: Type.Number(),
  segments: Type.Array(Type.Integer()),
  /** The milestone of a release plan that the strategy belongs to. */
  milestoneId: Type.Optional(Type.String()),
});

export type FeatureStrategy = Static<typeof FeatureStrategy>;

const DefaultStrategy = Type.Object({
  name: Type.String(),
  title: Type.Optional(nullable(Type.String())),
  disabled: Type.Optional(nullable(Type.Boolean())),
  sortOrder: Type.Optional(Type.Number()),
  constraints: Type.Optional(Type.Array(Constraint)),
  parameters: Type.Optional(mapOf(Type.String())),
  variants: Type.Optional(Type.Array(StrategyVariant)),
  segments: Type.Optional(Type.Array(Type.Integer())),
});

const StrategyIds = Type.Object({ strategyIds: Type.Array(Type.String()) });

export const featureStrategyAdd = defineEvent('toggles', 'feature-strategy-add', {
  when: 'a strategy is added to a feature in one environment, manually or when the feature is enabled without strategies',
  scope: featureEnvironment,
  touches: 'feature',
  data: FeatureStrategy,
});

export const featureStrategyUpdate = defineEvent('toggles', 'feature-strategy-update', {
  when: 'a strategy of a feature is updated',
  scope: featureEnvironment,
  touches: 'feature',
  data: FeatureStrategy,
  preData: FeatureStrategy,
});

export const featureStrategyRemove = defineEvent('toggles', 'feature-strategy-remove', {
  when: 'a strategy of a feature is deleted',
  scope: featureEnvironment,
  touches: 'feature',
  preData: FeatureStrategy,
});

export const strategyOrderChanged = defineEvent('toggles', 'strategy-order-changed', {
  when: 'the strategies of a feature are reordered',
  scope: featureEnvironment,
  touches: 'feature',
  data: StrategyIds,
  preData: StrategyIds,
});

export const defaultStrategyUpdated = defineEvent('toggles', 'default-strategy-updated', {
  when: 'a project changes its default strategy',
  scope: projectEnvironment,
  data: DefaultStrategy,
  preData: nullable(DefaultStrategy),
});
