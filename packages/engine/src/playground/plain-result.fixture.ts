import type { FeatureState } from '@signalbox/contracts';
import { serializeVariant } from '../evaluation.ts';
import type { ExplainedConstraint, ExplainedParent, ExplainedStrategy, Explanation } from '../explanation/explanation.ts';
import { nearestOf } from '../explanation/nearest.ts';
import type { CompiledFeature } from '../feature/compile-feature.ts';
import { settingsOf } from '../feature/settings-of.ts';
import type { Verdict } from './strategy-template.ts';

// Results as objects, which rendered templates must equal.

/** A result that only the application can decide counts as off. */
export function serializeResult(feature: CompiledFeature, explanation: Explanation) {
  const { switchedOn, parentsHold, strategies } = explanation;
  const result = strategies.length === 0 ? switchedOn : joinVerdicts(strategies);
  const isEnabled = result === true && switchedOn && parentsHold;
  return {
    isEnabled,
    isEnabledInCurrentEnvironment: switchedOn,
    hasUnsatisfiedDependency: !parentsHold,
    variant: serializeVariant(isEnabled ? explanation : off),
    variants: variantsOf(feature, explanation),
    dependencies: explanation.parents.map(serializeParent),
    strategies: { result, data: strategies.map((strategy) => serializeStrategy(feature, strategy)) },
    nearest: nearestOf(explanation)?.state.id ?? null,
    variantShare: (isEnabled && explanation.variantShare) || null,
  };
}

/** Strategies that depend on the application's host. */
const dependOnHost: readonly string[] = ['applicationHostname'];

function serializeStrategy({ state: feature, environment }: CompiledFeature, explained: ExplainedStrategy) {
  const { state, disabled, constraints, segments, share, passes } = explained;
  const { id = '', name, title, parameters } = state;
  return {
    id,
    name,
    ...(title && { title }),
    disabled,
    parameters,
    result: serializeOutcome(explained),
    share: share ?? null,
    passes: isKnowable(explained) ? passes : ('unknown' as const),
    constraints: constraints.map(serializeConstraint),
    segments: segments.flatMap(({ state: segment, result, constraints: parts }) =>
      segment ? [{ id: segment.id, name: segment.name, result, constraints: parts.map(serializeConstraint) }] : [],
    ),
    links: { edit: linkOf(feature, environment, id) },
  };
}

const linkOf = ({ project, name }: FeatureState, environment: string, id: string): string =>
  `/projects/${project}/features/${name}/strategies/edit?environmentId=${environment}&strategyId=${id}`;

function serializeOutcome(explained: ExplainedStrategy) {
  const { disabled, applies, state, variant, variantShare } = explained;
  if (disabled) return { evaluationStatus: 'unevaluated', enabled: 'unknown' } as const;
  if (!isKnowable(explained)) return { evaluationStatus: 'incomplete', enabled: applies && 'unknown' } as const;
  const enabled = verdictOf(explained);
  return {
    evaluationStatus: 'complete',
    enabled,
    ...(variant && { variant, variants: state.variants, ...(variantShare && { variantShare }) }),
  } as const;
}

/** Result of one strategy. Disabled ones might hold if they were enabled. */
function verdictOf(explained: ExplainedStrategy): Verdict {
  if (explained.disabled) return 'unknown';
  if (!isKnowable(explained)) return explained.applies && 'unknown';
  return explained.holds;
}

const isKnowable = ({ known, state }: ExplainedStrategy): boolean => known && !dependOnHost.includes(state.name);

function serializeConstraint({ state, result, refusal }: ExplainedConstraint) {
  return { inverted: false, caseInsensitive: false, values: [], ...state, result, ...(refusal && { reason: refusal }) };
}

function serializeParent({ state: { feature, enabled, variants }, result, given }: ExplainedParent) {
  return {
    feature,
    enabled,
    variants,
    ...(result !== undefined && { result }),
    ...(given && { given: { enabled: given.enabled, variant: given.variant?.name ?? null } }),
  };
}

const off = { enabled: false, variant: undefined };

/** A single match is enough. Without one, a possible match makes the result unknown. */
function joinVerdicts(strategies: readonly ExplainedStrategy[]): Verdict {
  const verdicts = strategies.map(verdictOf);
  return verdicts.includes(true) || (verdicts.includes('unknown') && 'unknown');
}

/** Variants to choose from: those of the winning strategy, otherwise the feature's own in the environment. */
function variantsOf({ state, environment }: CompiledFeature, { winner }: Explanation) {
  if (winner?.variant) return winner.state.variants;
  return settingsOf(state, environment)?.variants ?? [];
}
