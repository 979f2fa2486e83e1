import { isDeepStrictEqual } from 'node:util';
import { Failure } from '@signalbox/contracts';

/** What is there already, by the key of the entries. */
interface Existing<E> {
  readonly keyOf: (entry: E) => string;
  readonly stored: ReadonlyMap<string, object>;
  readonly keep: boolean;
}

/**
 * Those entries of a section that are to be written, each once. With `keep`, what is there already stays as it is;
 * without, it must be the same as what comes (409).
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

/** Whether all that both know is the same. */
function isSame(entry: object, known: object): boolean {
  const there = new Map(Object.entries(known));
  return Object.entries(entry).every(([name, value]) => !there.has(name) || isDeepStrictEqual(value, there.get(name)));
}
