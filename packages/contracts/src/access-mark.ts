/**
 * How far access must be known, so that whoever changed it finds it changed: numbers by what they count. `access` is the version of the
 * access state; the name of a service is the position of an event of it that the access state follows.
 */
export type AccessMark = Readonly<Record<string, number>>;

/**
 * The header in which a service says how far access must be known behind its answer, and the gateway of requests that come after it.
 * Removed from whatever comes in from outside, and from what leaves.
 */
export const accessMarkHeader = 'x-signalbox-access';

/** `access=57,toggles=1204`. */
export const writeAccessMark = (mark: AccessMark): string =>
  Object.entries(mark)
    .map(([of, number]) => `${of}=${number}`)
    .join();

/** Passes over whatever is no mark. */
export function readAccessMark(text: string): AccessMark {
  const parts = text.split(',').flatMap((part) => {
    const [, of, digits] = /^([a-z-]{1,50})=(\d{1,15})$/.exec(part) ?? [];
    return of === undefined ? [] : [[of, Number(digits)] as const];
  });
  return Object.fromEntries(parts);
}

/** The mark that asks for everything that either asks for. */
export function furthest(one: AccessMark, other: AccessMark): AccessMark {
  const of = Object.keys({ ...one, ...other });
  return Object.fromEntries(of.map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}
