/**
 * Minimum progress of the access state that a caller's requests require, so that callers read their own writes: numbers by kind. `access`
 * is the access version; the name of a service is the position of its last event that the access state depends on.
 */
export type AccessMark = Readonly<Record<string, number>>;

/**
 * Header with the access mark of a response, which the gateway adds to the caller's later requests. The gateway removes it from
 * external requests and responses.
 */
export const accessMarkHeader = 'x-signalbox-access';

/** Formats a mark as `access=57,toggles=1204`. */
export const writeAccessMark = (mark: AccessMark): string =>
  Object.entries(mark)
    .map(([of, number]) => `${of}=${number}`)
    .join();

/** Parses a mark, ignoring invalid parts. */
export function readAccessMark(text: string): AccessMark {
  const parts = text.split(',').flatMap((part) => {
    const [, of, digits] = /^([a-z-]{1,50})=(\d{1,15})$/.exec(part) ?? [];
    return of === undefined ? [] : [[of, Number(digits)] as const];
  });
  return Object.fromEntries(parts);
}

/** Merges two marks: the higher number of each kind. */
export function furthest(one: AccessMark, other: AccessMark): AccessMark {
  const of = Object.keys({ ...one, ...other });
  return Object.fromEntries(of.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}
