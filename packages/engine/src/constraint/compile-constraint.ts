import type { Constraint } from '@signalbox/contracts';
import type { Test } from '../evaluation.ts';
import { addressOperators } from './address-operators.ts';
import { dateOperators } from './date-operators.ts';
import { numberOperators } from './number-operators.ts';
import type { CompileOperator } from './operator.ts';
import { patternOperators } from './pattern-operators.ts';
import { textOperators } from './text-operators.ts';
import { versionOperators } from './version-operators.ts';

/** A compiled constraint. `test` already includes `inverted`. */
export interface CompiledConstraint {
  readonly state: Constraint;
  /** False for an unknown operator, which never passes. */
  readonly known: boolean;
  readonly test: Test;
}

const operators: ReadonlyMap<string, CompileOperator> = new Map([
  ...Object.entries(textOperators),
  ...Object.entries(numberOperators),
  ...Object.entries(dateOperators),
  ...Object.entries(versionOperators),
  ...Object.entries(addressOperators),
  ...Object.entries(patternOperators),
]);

/**
 * Compiles a constraint (specification, evaluation semantics, "Constraint operators"). An unknown operator is false even when inverted: an
 * old engine must not enable a feature that a new operator was meant to restrict.
 */
export function compileConstraint(state: Constraint): CompiledConstraint {
  const compile = operators.get(state.operator);
  if (!compile) return { state, known: false, test: () => false };
  const test = compile({ ...state, values: clean(state.values ?? []) });
  return { state, known: true, test: state.inverted ? invert(test) : test };
}

function clean(values: readonly string[]): string[] {
  return values.filter(Boolean).map((value) => value.trim());
}

function invert(test: Test): Test {
  return (context, effects, outcome) => !test(context, effects, outcome);
}
