import { never, type Test } from '../evaluation.ts';
import { lookup } from '../lookup.ts';
import { type Excess, Pattern } from '../pattern/pattern.ts';
import { spend } from '../steps.ts';
import { type CompileOperator, notHolding } from './operator.ts';

/**
 * An RE2 regular expression that matches anywhere in the field (client specification 6.0). Unsupported syntax, such as look-around, matches
 * nothing. A pattern beyond a limit is never tried, nor is any pattern without enough steps left; the constraint then fails, inverted or
 * not.
 */
export const patternOperators: Record<string, CompileOperator> = {
  REGEX: (constraint) => {
    const { contextName, value, caseInsensitive } = constraint;
    if (value === undefined) return never;
    const pattern = new Pattern(value, { caseInsensitive });
    if (pattern.excess) return refusing(pattern.excess, notHolding(constraint));
    return (context, _effects, outcome) => {
      const field = lookup(context, contextName);
      if (field === undefined) return false;
      return spend(outcome, pattern.stepsOn(field.length)) ? pattern.isIn(field) : notHolding(constraint);
    };
  },
};

function refusing({ of, max, got }: Excess, result: boolean): Test {
  const refusal = `The pattern has ${got} ${of}; the maximum is ${max}.`;
  return (_context, _effects, outcome) => {
    outcome.refusal = refusal;
    return result;
  };
}
