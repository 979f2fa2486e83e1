import type { Constraint, FeatureVariant, Gate, SafeguardContent, StrategyVariant, TransitionCondition } from '@signalbox/contracts';
import { compareTexts } from '@signalbox/kit';
import { completeSafeguard, ofEnvironment } from '../../release/template/normalise-safeguard.ts';
import { canonicalReference } from './milestone-reference.ts';
import type {
  FeatureSafeguardSpec,
  MilestoneSpec,
  PlanSafeguardSpec,
  ReleasePlanSpec,
  SettingsSpec,
  StrategySpec,
} from './settings.schema.ts';
import { sorted, without } from './without-defaults.ts';

/** The settings in an environment. A missing release plan stays missing, because that does not mean that there is none. */
export const canonicalSettings = ({ enabled, strategies = [], variants = [], releasePlan, safeguards }: SettingsSpec): SettingsSpec => ({
  ...without(
    { enabled: false, strategies: [], variants: [] },
    { enabled, strategies: strategies.map(canonicalStrategy), variants: variants.map(canonicalVariant) },
  ),
  ...(releasePlan !== undefined && { releasePlan: releasePlan && canonicalPlan(releasePlan) }),
  ...(safeguards && { safeguards: canonicalSafeguards(safeguards, ofFeature) }),
});

function canonicalPlan({ name, description, milestones, safeguards = [], activeMilestone, paused }: ReleasePlanSpec): ReleasePlanSpec {
  return {
    name,
    ...without({ description: null }, { description }),
    milestones: milestones.map((milestone) => canonicalMilestone(milestone, milestones)),
    ...without({ safeguards: [] }, { safeguards: canonicalSafeguards(safeguards, ofPlan) }),
    ...(activeMilestone !== undefined && { activeMilestone: activeMilestone && canonicalReference(milestones, activeMilestone) }),
    ...without({ paused: false }, { paused }),
  };
}

export const canonicalMilestone = (
  { name, strategies, transitionCondition, targetMilestone }: MilestoneSpec,
  milestones: readonly MilestoneSpec[],
): MilestoneSpec => ({
  name,
  strategies: strategies.map(canonicalStrategy),
  ...(transitionCondition && { transitionCondition: canonicalCondition(transitionCondition) }),
  ...(targetMilestone && { targetMilestone: canonicalReference(milestones, targetMilestone) }),
});

const canonicalCondition = ({ intervalMinutes, gates = [] }: TransitionCondition): TransitionCondition =>
  without({ intervalMinutes: null, gates: [] }, { intervalMinutes, gates: gates.map(canonicalGate) });

const canonicalGate = ({ type, ...parts }: Gate): Gate => ({ type, ...sorted(parts, (part) => part) });

/** Completes a safeguard with the values that it has by default. */
type Complete<S> = (safeguard: S) => SafeguardContent;
export const ofPlan: Complete<PlanSafeguardSpec> = completeSafeguard;
const ofFeature: Complete<FeatureSafeguardSpec> = (safeguard) => completeSafeguard(ofEnvironment(safeguard));

/** Safeguards are a set. */
export const canonicalSafeguards = <S extends PlanSafeguardSpec>(safeguards: readonly S[], complete: Complete<S>): S[] =>
  safeguards
    .map((safeguard) => canonicalSafeguard(safeguard, complete))
    .sort((one, other) => compareTexts(JSON.stringify(one), JSON.stringify(other)));

function canonicalSafeguard<S extends PlanSafeguardSpec>(safeguard: S, complete: Complete<S>): S {
  const { impactMetric, triggerCondition, compare, per, variant, minimumSample, debounce } = safeguard;
  const { metricName, timeRange, aggregationMode, labelSelectors, source } = impactMetric;
  const { operator, threshold } = triggerCondition;
  const required = {
    impactMetric: {
      metricName,
      timeRange,
      aggregationMode,
      labelSelectors: sorted(labelSelectors, (values) => values),
      ...without({ source: null }, { source }),
    },
    triggerCondition: { operator, threshold },
  };
  const { action, onNoData, graceMinutes } = complete(safeguard);
  const absent = complete(required as S);
  return {
    ...required,
    ...without({ action: absent.action, onNoData: absent.onNoData, graceMinutes: absent.graceMinutes }, { action, onNoData, graceMinutes }),
    ...without(
      { compare: null, per: null, variant: null, minimumSample: null, debounce: null },
      { compare, per, variant, minimumSample, debounce: debounce && { times: debounce.times, minutes: debounce.minutes } },
    ),
  } as S;
}

/** Segments are a set, and parameters a map. */
export const canonicalStrategy = (strategy: StrategySpec): StrategySpec => {
  const { key, name, title, disabled, parameters = {}, segments = [], constraints = [], variants = [] } = strategy;
  return {
    ...without({ key: null }, { key }),
    name,
    ...without(
      { title: null, disabled: false, parameters: {}, segments: [], constraints: [], variants: [] },
      {
        title,
        disabled,
        parameters: sorted(parameters, (value) => value),
        segments: [...new Set(segments)].sort(compareTexts),
        constraints: constraints.map(canonicalConstraint),
        variants: variants.map(canonicalVariant),
      },
    ),
  };
};

export const canonicalConstraint = ({ contextName, operator, inverted, caseInsensitive, value, values }: Constraint): Constraint => ({
  contextName,
  operator,
  ...without({ inverted: false, caseInsensitive: false, value: '', values: [] }, { inverted, caseInsensitive, value, values }),
});

function canonicalVariant<V extends FeatureVariant | StrategyVariant>(variant: V): V {
  const { name, weight, weightType, stickiness, payload, overrides = [] } = variant as FeatureVariant;
  return {
    name,
    weight,
    weightType: weightType ?? 'variable',
    stickiness: stickiness || 'default',
    ...(payload && { payload: { type: payload.type, value: payload.value } }),
    ...(overrides.length > 0 && { overrides: overrides.map(({ contextName, values }) => ({ contextName, values })) }),
  } as V;
}
