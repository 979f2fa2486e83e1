import type { CompiledConstraint } from '../constraint/compile-constraint.ts';
import type { Test } from '../evaluation.ts';
import type { Identify } from '../stickiness.ts';
import { FieldListings } from './field-listings.ts';

/** Longer lists are not indexed, because the index takes more memory than a set. */
const maxIndexedValues = 100;

/** Parts that strategies of a batch have in common, by number: equal constraints, and identities for rollouts. */
export class SharedParts {
  readonly tests: Test[] = [];
  /** Index that contains a constraint, if any. */
  readonly indexes: (FieldListings | undefined)[] = [];
  readonly identities: Identify[] = [];
  readonly #constraints = new Map<string, number>();
  readonly #fields = new Map<string, FieldListings>();
  readonly #identities = new Map<string, number>();

  constraint({ key, test, listing }: CompiledConstraint): number {
    const known = this.#constraints.get(key);
    if (known !== undefined) return known;
    const id = this.tests.push(test) - 1;
    this.#constraints.set(key, id);
    const index = listing && listing.values.size <= maxIndexedValues ? this.#index(listing.field) : undefined;
    this.indexes.push(index);
    if (index && listing) index.add(id, listing);
    return id;
  }

  /** `key` is equal for equal identities. */
  identity(key: string, identify: Identify): number {
    const known = this.#identities.get(key);
    if (known !== undefined) return known;
    this.#identities.set(key, this.identities.length);
    return this.identities.push(identify) - 1;
  }

  #index(field: string): FieldListings {
    const known = this.#fields.get(field);
    if (known) return known;
    const index = new FieldListings(field);
    this.#fields.set(field, index);
    return index;
  }
}
