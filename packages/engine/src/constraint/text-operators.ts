import { never, type Test } from '../evaluation.ts';
import { lookup } from '../lookup.ts';
import { spend, stepsToRead } from '../steps.ts';
import { type CleanConstraint, type CompileOperator, notHolding } from './operator.ts';

type Match = (field: string, value: string) => boolean;

/**
 * Compares text with each of `values`. A missing field fails. Without enough steps left for a long list and a long text, the constraint
 * fails, inverted or not.
 */
export const textOperators: Record<string, CompileOperator> = {
  STR_STARTS_WITH: (constraint) => matchesAny(constraint, (field, value) => field.startsWith(value)),
  STR_ENDS_WITH: (constraint) => matchesAny(constraint, (field, value) => field.endsWith(value)),
  STR_CONTAINS: (constraint) => matchesAny(constraint, (field, value) => field.includes(value), constraint.values.length),
};

/** A comparison takes up to 100 ns, plus one nanosecond per equal character. */
const stepsPerValue = 3;

/**
 * `searches` is the number of full searches through a field, which take up to 11 ns per character in the worst case. Converting it to lower case takes as long.
 */
function matchesAny(constraint: CleanConstraint, match: Match, searches = 0): Test {
  const { contextName, caseInsensitive } = constraint;
  if (constraint.values.length === 0) return never;
  const values = caseInsensitive ? constraint.values.map((value) => value.toLowerCase()) : constraint.values;
  const steps = values.reduce((sum, value) => sum + stepsPerValue + (value.length >> 3), 0);
  const passes = searches + Number(caseInsensitive ?? false);
  return (context, _effects, outcome) => {
    const field = lookup(context, contextName);
    if (field === undefined) return false;
    if (!spend(outcome, steps + passes * stepsToRead(field))) return notHolding(constraint);
    const compared = caseInsensitive ? field.toLowerCase() : field;
    for (const value of values) if (match(compared, value)) return true;
    return false;
  };
}
