import type { EvaluationContext } from '../context.ts';
import { presentVariant } from '../evaluation.ts';
import type { ExplainedParent, ExplainedStrategy, Explanation } from '../explanation/explanation.ts';
import { nearestOf } from '../explanation/nearest.ts';
import type { CompiledFeature } from '../feature/compile-feature.ts';
import { settingsOf } from '../feature/settings-of.ts';
import { presentStrategy, type Verdict, verdictOf } from './strategy-result.ts';

/** What is said of a feature for one context in one environment, in wire form (reference, playground §3.3 "Result"). */
export type FeatureResult = ReturnType<typeof presentResult>;

/** Presents an explanation. What only the application could decide makes the feature count as off. */
export function presentResult(feature: CompiledFeature, explanation: Explanation) {
  const { switchedOn, parentsHold, strategies } = explanation;
  const result = strategies.length === 0 ? switchedOn : joinVerdicts(strategies);
  const isEnabled = result === true && switchedOn && parentsHold;
  return {
    isEnabled,
    isEnabledInCurrentEnvironment: switchedOn,
    hasUnsatisfiedDependency: !parentsHold,
    variant: presentVariant(isEnabled ? explanation : off),
    variants: variantsOf(feature, explanation),
    dependencies: explanation.parents.map(presentParent),
    strategies: { result, data: strategies.map((strategy) => presentStrategy(feature, strategy)) },
    nearest: nearestOf(explanation)?.state.id ?? null,
    variantShare: (isEnabled && explanation.variantShare) || null,
  };
}

/** A result with where and for whom it is so. */
export function presentResultWithContext(feature: CompiledFeature, context: EvaluationContext, explanation: Explanation) {
  const { name, project } = feature.state;
  return { name, environment: feature.environment, projectId: project, context, ...presentResult(feature, explanation) };
}

function presentParent({ state: { feature, enabled, variants }, result, given }: ExplainedParent) {
  return {
    feature,
    enabled,
    variants,
    ...(result !== undefined && { result }),
    ...(given && { given: { enabled: given.enabled, variant: given.variant?.name ?? null } }),
  };
}

const off = { enabled: false, variant: undefined };

/** One that holds is enough; else one that might makes it unknown. */
function joinVerdicts(strategies: readonly ExplainedStrategy[]): Verdict {
  const verdicts = strategies.map(verdictOf);
  return verdicts.includes(true) || (verdicts.includes('unknown') && 'unknown');
}

/** Those that the variant was drawn from: the winning strategy's, else the feature's own in the environment. */
function variantsOf({ state, environment }: CompiledFeature, { winner }: Explanation) {
  if (winner?.variant) return winner.state.variants;
  return settingsOf(state, environment)?.variants ?? [];
}
