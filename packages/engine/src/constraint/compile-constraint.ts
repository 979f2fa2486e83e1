import type { Constraint } from '@signalbox/contracts';
import { always, never, type Test } from '../evaluation.ts';
import type { IdList } from '../list/id-list.ts';
import { listIn, type Lists } from '../list/segments.ts';
import { lookup } from '../lookup.ts';
import { addressOperators } from './address-operators.ts';
import { dateOperators } from './date-operators.ts';
import { numberOperators } from './number-operators.ts';
import { compileListing, type Listing, testListing } from './list-operators.ts';
import type { CleanConstraint, CompileOperator } from './operator.ts';
import { patternOperators } from './pattern-operators.ts';
import { textOperators } from './text-operators.ts';
import { versionOperators } from './version-operators.ts';

/** A compiled constraint. `test` already includes `inverted`. */
export interface CompiledConstraint {
  readonly state: Constraint;
  /** The same for equal constraints. */
  readonly key: string;
  /** False for an unknown operator, which never passes. */
  readonly known: boolean;
  readonly test: Test;
  /** The values of an IN or NOT_IN. */
  readonly listing: Listing | undefined;
  /** The list of an IN_LIST. */
  readonly list: IdList | undefined;
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
 * old engine must not enable a feature that a new operator was meant to restrict. A list without content counts as unknown.
 */
export function compileConstraint(state: Constraint, lists?: Lists): CompiledConstraint {
  return new Compiled(state, lists);
}

class Compiled implements CompiledConstraint {
  readonly state: Constraint;
  readonly known: boolean;
  readonly test: Test;
  readonly listing: Listing | undefined;
  readonly list: IdList | undefined;
  #key: string | undefined;

  constructor(state: Constraint, lists: Lists | undefined) {
    const values = clean(state.values ?? []);
    this.list = lists?.get(listIn(state) ?? '');
    const compile = operators.get(state.operator) ?? listOperator(this.list);
    this.state = state;
    this.listing = compileListing(state, values);
    this.known = this.listing !== undefined || compile !== undefined;
    this.test = this.listing ? testListing(this.listing) : testOf(compile, { ...state, values });
  }

  get key(): string {
    return (this.#key ??= JSON.stringify(this.state));
  }
}

/** Passes values of the list, compared byte by byte. */
function listOperator(list: IdList | undefined): CompileOperator | undefined {
  return (
    list &&
    (({ contextName }) =>
      (context) =>
        isListed(list, lookup(context, contextName)))
  );
}

const isListed = (list: IdList, value: string | undefined): boolean => value !== undefined && list.has(value);

function testOf(compile: CompileOperator | undefined, constraint: CleanConstraint): Test {
  if (!compile) return never;
  const test = compile(constraint);
  return constraint.inverted ? invert(test) : test;
}

function clean(values: readonly string[]): string[] {
  return values.filter(Boolean).map((value) => value.trim());
}

function invert(test: Test): Test {
  if (test === never) return always;
  return (context, effects, outcome) => !test(context, effects, outcome);
}
