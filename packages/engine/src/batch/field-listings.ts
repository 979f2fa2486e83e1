import type { Listing } from '../constraint/list-operators.ts';

/** Results of constraints by their number: 0 if not evaluated yet, otherwise bits. Steps are counted from the fourth bit on. */
export type Results = Int32Array;
export const passed = 1;
export const failed = 2;
export const readsClock = 4;
export const stepsShift = 3;

/** All IN and NOT_IN constraints of a context field, indexed by value. */
export class FieldListings {
  readonly field: string;
  readonly #ids: number[] = [];
  /** Result of each constraint for values that it does not list. */
  readonly #unlisted: number[] = [];
  readonly #byValue = new Map<string, number[]>();

  constructor(field: string) {
    this.field = field;
  }

  add(id: number, { values, passes }: Listing): void {
    this.#ids.push(id);
    this.#unlisted.push(passes ? failed : passed);
    for (const value of values) {
      const ids = this.#byValue.get(value);
      if (ids) ids.push(id);
      else this.#byValue.set(value, [id]);
    }
  }

  /** Writes the results of all constraints for one value of the field. Ignores constraints that are newer than `results`. */
  evaluate(value: string | undefined, results: Results): void {
    const ids = this.#ids;
    const unlisted = this.#unlisted;
    for (let index = 0; index < ids.length; index += 1) results[ids[index] as number] = unlisted[index] as number;
    const listed = value === undefined ? undefined : this.#byValue.get(value);
    for (const id of listed ?? []) results[id] = (results[id] ?? 0) ^ (passed | failed);
  }
}
