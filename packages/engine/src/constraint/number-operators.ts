import { lookup } from '../lookup.ts';
import type { CompileOperator } from './operator.ts';

type Compare = (field: number, value: number) => boolean;

/** Numbers by value (`12.0` equals `12`). A missing field or anything that is not a number fails. */
export const numberOperators: Record<string, CompileOperator> = {
  NUM_EQ: comparing((field, value) => field === value),
  NUM_GT: comparing((field, value) => field > value),
  NUM_GTE: comparing((field, value) => field >= value),
  NUM_LT: comparing((field, value) => field < value),
  NUM_LTE: comparing((field, value) => field <= value),
};

function comparing(compare: Compare): CompileOperator {
  return ({ contextName, value }) => {
    const number = numberOf(value);
    // NaN is neither equal nor ordered, so that no comparison with it passes.
    return (context) => compare(numberOf(lookup(context, contextName)), number);
  };
}

/** Blank text is not zero. */
function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? Number.NaN : Number(text);
}
