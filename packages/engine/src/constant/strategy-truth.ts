import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import { decidedAt } from '../constraint/date-operators.ts';
import { always, never, type Test } from '../evaluation.ts';
import type { CompiledStrategy } from '../strategy/compile-strategy.ts';

/**
 * Result of a part for all contexts: the same for each, `some` for a part that depends on the context, `unknown` for one that this engine
 * does not evaluate. A context with a time of its own counts only if that time is not in the past.
 */
export type Truth = 'always' | 'never' | 'some' | 'unknown';

const truthOf = (test: Test): Truth => (test === always ? 'always' : test === never ? 'never' : 'some');

/** The truth of a strategy, from the tests that an evaluation executes. */
export function strategyTruth({ known, constraints, segments, rule }: CompiledStrategy, now: number): Truth {
  const inherited = segments.flatMap((segment) => segment.constraints);
  const all = [...constraints, ...inherited];
  const truths = [...all.map((constraint) => constraintTruth(constraint, now)), known ? truthOf(rule) : 'unknown'];
  if (segments.some(({ state }) => !state) || truths.includes('never') || contradict(all)) return 'never';
  if (truths.includes('unknown')) return 'unknown';
  return truths.every((truth) => truth === 'always') ? 'always' : 'some';
}

/** An unknown operator may be known to applications, and a list without content is not known here. */
function constraintTruth({ known, state, test }: CompiledConstraint, now: number): Truth {
  if (!known) return 'unknown';
  const moment = decidedAt(state);
  if (moment === undefined || truthOf(test) !== 'some') return truthOf(test);
  if (!(moment < now)) return 'some';
  return (state.operator === 'DATE_AFTER') === (state.inverted ?? false) ? 'never' : 'always';
}

/** Returns true if no value of some field passes all its listings. */
function contradict(constraints: readonly CompiledConstraint[]): boolean {
  const byField = Map.groupBy(
    constraints.flatMap(({ listing }) => listing ?? []),
    ({ field }) => field,
  );
  return [...byField.values()].some((listings) => {
    const [first, ...required] = listings.filter(({ passes }) => passes);
    const excluded = listings.filter(({ passes }) => !passes);
    if (!first) return false;
    const isPossible = (value: string) =>
      required.every(({ values }) => values.has(value)) && !excluded.some(({ values }) => values.has(value));
    return ![...first.values].some(isPossible);
  });
}
