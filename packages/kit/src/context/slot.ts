/**
 * A value that lives as long as a scope: `context.slot(head)` creates it at the first call and returns the same value afterwards. `Of` is
 * the input of its factory; with `unknown`, every scope accepts the slot.
 */
export interface Slot<T, Of = unknown> {
  readonly make: (of: Of) => T;
}

/** Declares a slot, once per module. */
export const slot = <T, Of = unknown>(make: (of: Of) => T): Slot<T, Of> => ({ make });

/** Returns the value of a slot in one scope. */
export type Slots<Of = unknown> = <T>(slot: Slot<T, Of>) => T;

/** Opens a scope. `of` returns the input of the factories. */
export function openSlots<Of>(of: () => Of): Slots<Of> {
  const values = new Map<Slot<unknown, Of>, unknown>();
  return <T>(requested: Slot<T, Of>): T => {
    if (!values.has(requested)) values.set(requested, requested.make(of()));
    return values.get(requested) as T;
  };
}
