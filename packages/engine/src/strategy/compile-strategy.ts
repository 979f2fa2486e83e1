import type { StrategyState } from '@signalbox/contracts';
import { type CompiledConstraint, compileConstraint } from '../constraint/compile-constraint.ts';
import { never, type Test } from '../evaluation.ts';
import type { Segments } from '../list/segments.ts';
import { type CompiledSegment, compileSegment } from '../segment/compile-segment.ts';
import { compileVariants, type CompiledVariants } from '../variant/compile-variants.ts';
import type { Rule, RuleShare } from './rule.ts';
import { rules } from './rules.ts';

/** A compiled strategy. `holds` is the conjunction of the other tests, so an explanation by parts cannot disagree with it. */
export interface CompiledStrategy {
  readonly state: StrategyState;
  /** False for an unknown strategy, which never holds. */
  readonly known: boolean;
  readonly constraints: readonly CompiledConstraint[];
  readonly segments: readonly CompiledSegment[];
  readonly rule: Test;
  /** Share of the rule, if it has one. */
  readonly share: RuleShare | undefined;
  readonly holds: Test;
  readonly variants: CompiledVariants | undefined;
}

/** Compiles one strategy of a feature. `segments` resolves its segment ids. */
export function compileStrategy(state: StrategyState, feature: string, segments: Segments): CompiledStrategy {
  const compile = rules.get(state.name);
  const rule: Rule = compile ? compile(state.parameters, feature) : { test: never };
  const constraints = state.constraints.map((constraint) => compileConstraint(constraint));
  const resolved = state.segments.map((id) => compileSegment(id, segments));
  return {
    state,
    known: compile !== undefined,
    constraints,
    segments: resolved,
    rule: rule.test,
    share: rule.share,
    holds: conjunction(constraints, resolved, rule.test),
    variants: compileVariants(state.variants, state.parameters['groupId'] || feature, state.parameters['stickiness']),
  };
}

/** The strategy's own constraints, then those of its segments, then the rule. Short lists, the common case, run without a loop. */
function conjunction(constraints: readonly CompiledConstraint[], segments: readonly CompiledSegment[], rule: Test): Test {
  if (segments.some((segment) => !segment.state)) return never;
  const inherited = segments.flatMap((segment) => segment.constraints);
  const tests = [...constraints, ...inherited].map((constraint) => constraint.test);
  const [first, second] = tests;
  if (!first) return rule;
  if (!second) return (context, effects, outcome) => first(context, effects, outcome) && rule(context, effects, outcome);
  if (tests.length === 2) {
    return (context, effects, outcome) =>
      first(context, effects, outcome) && second(context, effects, outcome) && rule(context, effects, outcome);
  }
  return (context, effects, outcome) => {
    for (const test of tests) if (!test(context, effects, outcome)) return false;
    return rule(context, effects, outcome);
  };
}
