/** How the elements of a list are written: under one name, the same element is the same text. */
export interface Form {
  readonly name: string;
  readonly write: (element: object) => string;
}

/** A few dozen neighbours in a list. An element never changes: a change is another object. */
export interface Run {
  readonly form: Form;
  readonly elements: readonly object[];
  /** The elements of the run before it, none for the first. */
  readonly before: readonly object[];
}

/** What a body is written from: texts of its own, and runs that other bodies may have as well. */
export type Fragment = string | Run;

const maxElements = 128;

/**
 * Splits a list into runs. Where one ends is decided by the key of its last element alone, so that an element more or less, in
 * another scope or after a change, leaves all but the runs about it as they are.
 */
export function runsOf<E extends object>(form: Form, elements: Iterable<E>, keyOf: (element: E) => string): Run[] {
  const lists: E[][] = [[]];
  for (const element of elements) {
    const list = lists.at(-1);
    list?.push(element);
    if (list?.length === maxElements || endsRun(keyOf(element))) lists.push([]);
  }
  return lists.filter(({ length }) => length > 0).map((list, index) => ({ form, elements: list, before: lists[index - 1] ?? [] }));
}

/** One key in 64, by its hash (FNV-1a). */
function endsRun(key: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 26 === 0;
}
