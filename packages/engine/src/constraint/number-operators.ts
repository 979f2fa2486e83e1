import { lookup } from '../lookup.ts';
import { mayRead } from '../steps.ts';
import { type CompileOperator, notHolding } from './operator.ts';

type Compare = (field: number, value: number) => boolean;

/** Compares numbers by value (`12.0` equals `12`). A missing field or a text that is not a number fails. */
export const numberOperators: Record<string, CompileOperator> = {
  NUM_EQ: comparing((field, value) => field === value),
  NUM_GT: comparing((field, value) => field > value),
  NUM_GTE: comparing((field, value) => field >= value),
  NUM_LT: comparing((field, value) => field < value),
  NUM_LTE: comparing((field, value) => field <= value),
};

function comparing(compare: Compare): CompileOperator {
  return (constraint) => {
    const { contextName } = constraint;
    const number = numberOf(constraint.value ?? '');
    return (context, _effects, outcome) => {
      const field = lookup(context, contextName);
      if (field === undefined) return false;
      // NaN is neither equal nor ordered, so no comparison with it passes.
      return mayRead(outcome, field) ? compare(numberOf(field), number) : notHolding(constraint);
    };
  };
}

/** Blank text is not zero. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
