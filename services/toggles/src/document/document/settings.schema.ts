import {
  Constraint,
  Debounce,
  FeatureVariant,
  Gate,
  ImpactMetricChoice,
  nullable,
  Override,
  Payload,
  StrategyVariant,
  TransitionCondition,
  TriggerCondition,
} from '@signalbox/contracts';
import { type Static, type TSchema, Type } from 'typebox';
import { SegmentName } from '../../feature/segment/segment.schema.ts';
import { CreateStrategy } from '../../feature/strategy/strategy.schema.ts';
import { maxSafeguards, WriteEnvironmentSafeguard, WriteSafeguard } from '../../release/template/safeguard.schema.ts';
import { milestoneCount, WriteMilestone, WriteTemplate } from '../../release/template/template.schema.ts';

/** An object that refuses unknown properties. */
export const closed = <P extends Record<string, TSchema>>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

const { name, key, title, disabled, parameters } = CreateStrategy.properties;
const payload = Type.Optional(closed(Payload.properties));

/** The content of a strategy, which refers to segments by name. */
const strategyContent = {
  name,
  title,
  disabled,
  parameters,
  segments: Type.Optional(Type.Array(SegmentName)),
  constraints: Type.Optional(Type.Array(Constraint)),
  variants: Type.Optional(Type.Array(closed({ ...StrategyVariant.properties, payload }))),
};

/** A strategy in a document. */
export const StrategySpec = closed({ key, ...strategyContent });
export type StrategySpec = Static<typeof StrategySpec>;

/** The strategy of features that are switched on without one. */
export const DefaultStrategySpec = closed({ ...strategyContent, name: Type.Literal('flexibleRollout') });
export type DefaultStrategySpec = Static<typeof DefaultStrategySpec>;

const safeguardParts = {
  impactMetric: closed(ImpactMetricChoice.properties),
  triggerCondition: closed(TriggerCondition.properties),
  debounce: Type.Optional(closed(Debounce.properties)),
};
const { id: _id, ...ofPlan } = WriteSafeguard.properties;
const { id: _ownId, ...ofFeature } = WriteEnvironmentSafeguard.properties;

/** A safeguard of a release plan. */
export const PlanSafeguardSpec = closed({ ...ofPlan, ...safeguardParts });
/** A safeguard of a feature. */
export const FeatureSafeguardSpec = closed({ ...ofFeature, ...safeguardParts });
export type PlanSafeguardSpec = Static<typeof PlanSafeguardSpec>;
export type FeatureSafeguardSpec = Static<typeof FeatureSafeguardSpec>;

const MilestoneReference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The name of a milestone of the plan, or its number, such as `#2`, if the name occurs twice.',
});

export const MilestoneSpec = closed({
  name: WriteMilestone.properties.name,
  strategies: Type.Array(closed(strategyContent), { minItems: 1 }),
  transitionCondition: Type.Optional(
    nullable(closed({ ...TransitionCondition.properties, gates: Type.Optional(Type.Array(closed(Gate.properties), { maxItems: 10 })) })),
  ),
  targetMilestone: Type.Optional(nullable(MilestoneReference)),
});
export type MilestoneSpec = Static<typeof MilestoneSpec>;

/** A release plan without approvals and times. */
export const ReleasePlanSpec = closed({
  name: WriteTemplate.properties.name,
  description: WriteTemplate.properties.description,
  milestones: Type.Array(MilestoneSpec, milestoneCount),
  safeguards: Type.Optional(Type.Array(PlanSafeguardSpec, { maxItems: maxSafeguards })),
  activeMilestone: Type.Optional(nullable(MilestoneReference)),
  paused: Type.Optional(Type.Boolean({ description: 'True if the release is paused. Requires `activeMilestone`.' })),
});
export type ReleasePlanSpec = Static<typeof ReleasePlanSpec>;

/** The settings of a feature in one environment. */
export const SettingsSpec = closed({
  enabled: Type.Optional(Type.Boolean()),
  strategies: Type.Optional(Type.Array(StrategySpec)),
  variants: Type.Optional(
    Type.Array(closed({ ...FeatureVariant.properties, payload, overrides: Type.Optional(Type.Array(closed(Override.properties))) })),
  ),
  releasePlan: Type.Optional(nullable(ReleasePlanSpec)),
  safeguards: Type.Optional(Type.Array(FeatureSafeguardSpec, { maxItems: maxSafeguards })),
});
export type SettingsSpec = Static<typeof SettingsSpec>;
