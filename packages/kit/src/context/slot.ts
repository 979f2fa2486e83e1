/**
 * A value that lives exactly as long as a scope: `context.slot(head)` makes it at the first call and returns the same value afterwards.
 * `Of` is what the value is made from; `unknown` means that every scope can hold it.
 */
export interface Slot<T, Of = unknown> {
  readonly make: (of: Of) => T;
}

/** Declares a slot, once per module. */
export const slot = <T, Of = unknown>(make: (of: Of) => T): Slot<T, Of> => ({ make });

/** Returns the value of a slot in one scope. */
export type Slots<Of = unknown> = <T>(slot: Slot<T, Of>) => T;

/** Opens a scope. `of` returns what its values are made from. */
export function openSlots<Of>(of: () => Of): Slots<Of> {
  const values = new Map<Slot<unknown, Of>, unknown>();
  return <T>(wanted: Slot<T, Of>): T => {
    if (!values.has(wanted)) values.set(wanted, wanted.make(of()));
    return values.get(wanted) as T;
  };
}
