import type { DependencyState, FeatureState } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Outcome } from '../evaluation.ts';
import type { ExplainedParent } from '../explanation/explanation.ts';

interface Parent {
  readonly state: FeatureState;
  decide(context: EvaluationContext, effects: Effects, outcome: Outcome): void;
}

interface ParentLookup {
  get(name: string): Parent | undefined;
}

/** Returns true if all parents have the required state. */
export function allHold(
  dependencies: readonly DependencyState[],
  context: EvaluationContext,
  effects: Effects,
  features: ParentLookup,
  outcome: Outcome,
): boolean {
  for (const dependency of dependencies) {
    if (!holds(dependency, parentIn(features, dependency), context, effects, outcome)) return false;
  }
  return true;
}

/** Evaluates parents like `allHold`, and returns the result of each one until the first that fails. */
export function explainParents(
  dependencies: readonly DependencyState[],
  context: EvaluationContext,
  effects: Effects,
  features: ParentLookup,
  outcome: Outcome,
): ExplainedParent[] {
  let isRequired = true;
  return dependencies.map((dependency) => {
    if (!isRequired) return { state: dependency, result: undefined, given: undefined };
    const parent = parentIn(features, dependency);
    const result = holds(dependency, parent, context, effects, outcome);
    isRequired = result;
    return { state: dependency, result, given: parent && { enabled: outcome.enabled, variant: outcome.variant } };
  });
}

/** Returns undefined also for a parent that has parents itself: it counts as missing. */
function parentIn(features: ParentLookup, { feature }: DependencyState): Parent | undefined {
  const parent = features.get(feature);
  return parent && parent.state.dependencies.length === 0 ? parent : undefined;
}

function holds(
  dependency: DependencyState,
  parent: Parent | undefined,
  context: EvaluationContext,
  effects: Effects,
  outcome: Outcome,
): boolean {
  if (!parent) return false;
  if (outcome.refusal !== undefined) outcome.refusal = undefined;
  parent.decide(context, effects, outcome);
  return satisfies(dependency, outcome);
}

/**
 * An enabled parent without a variant counts as variant `disabled`. An empty list of variants requires none. A parent that is off only
 * because steps ran out satisfies nothing, since it might be on.
 */
function satisfies({ enabled, variants }: DependencyState, parent: Outcome): boolean {
  if (!enabled) return !parent.enabled && parent.refusal === undefined;
  if (!parent.enabled) return false;
  return variants.length === 0 || variants.includes(parent.variant?.name ?? 'disabled');
}
