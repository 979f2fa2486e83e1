import type { Constraint } from '@signalbox/contracts';
import { never } from '../evaluation.ts';
import { ownField } from '../lookup.ts';
import type { CompileOperator } from './operator.ts';
import { parseInstant } from './instant.ts';

type Compare = (now: number, value: number) => boolean;

/** Compares the time of the evaluation with `value`, strictly. `contextName` is ignored. Invalid dates fail. */
export const dateOperators: Record<string, CompileOperator> = {
  DATE_AFTER: comparing((now, value) => now > value),
  DATE_BEFORE: comparing((now, value) => now < value),
};

function comparing(compare: Compare): CompileOperator {
  return ({ value }) => {
    const instant = parseInstant(value ?? '');
    if (Number.isNaN(instant)) return never;
    return (context, effects, outcome) => {
      const given = ownField(context, 'currentTime');
      if (given !== undefined) return compare(parseInstant(given), instant);
      outcome.readClock = true;
      return compare(effects.now().getTime(), instant);
    };
  };
}

/** The moment, in milliseconds, after which a comparison with the time has one result for ever. Undefined for other operators. */
export function decidedAt({ operator, value = '' }: Constraint): number | undefined {
  return Object.hasOwn(dateOperators, operator) ? parseInstant(value) : undefined;
}
