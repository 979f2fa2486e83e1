import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@signalbox/contracts';

/** Existing objects by the key of the entries. */
interface Existing<E> {
  readonly keyOf: (entry: E) => string;
  readonly stored: ReadonlyMap<string, object>;
  readonly keep: boolean;
}

/**
 * The unique entries of a section that must be written. With `keep`, existing objects stay as they are. Without, throws 409 if
 * they differ.
 */
export function entriesToWrite<E extends object>(
  section: string,
  entries: readonly E[] | undefined,
  { keyOf, stored, keep }: Existing<E>,
): E[] {
  const unique = new Map((entries ?? []).map((entry) => [keyOf(entry), entry]));
  return [...unique].flatMap(([key, entry]) => {
    const known = stored.get(key);
    if (!known) return [entry];
    if (keep || isSame(entry, known)) return [];
    throw new Failure(
      'NameExistsError',
      `${section} contains ${key}, which exists with different content. Use keep=true to keep the existing one.`,
    );
  });
}

/** Returns true if all properties that both have are equal. */
function isSame(entry: object, known: object): boolean {
  const there = new Map(Object.entries(known));
  return Object.entries(entry).every(([name, value]) => !there.has(name) || isDeepStrictEqual(value, there.get(name)));
}
