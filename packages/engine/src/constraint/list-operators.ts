import type { Constraint } from '@signalbox/contracts';
import { always, never, type Test } from '../evaluation.ts';
import { lookup } from '../lookup.ts';

/** A compiled IN or NOT_IN: the result for listed values. Other values, and a missing field, get the opposite. */
export interface Listing {
  readonly field: string;
  readonly values: ReadonlySet<string>;
  readonly passes: boolean;
}

/** Compiles an IN or NOT_IN with its inversion, or returns undefined for other operators. Ignores `caseInsensitive`, as the SDKs do. */
export function compileListing({ operator, contextName, inverted = false }: Constraint, values: readonly string[]): Listing | undefined {
  if (operator !== 'IN' && operator !== 'NOT_IN') return undefined;
  return { field: contextName, values: new Set(values), passes: (operator === 'IN') !== inverted };
}

/** Test of a listing. */
export function testListing({ field, values, passes }: Listing): Test {
  if (values.size === 0) return passes ? never : always;
  if (passes) return (context) => isIn(values, lookup(context, field));
  return (context) => !isIn(values, lookup(context, field));
}

const isIn = (values: ReadonlySet<string>, value: string | undefined): boolean => value !== undefined && values.has(value);
