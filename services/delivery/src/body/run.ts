/** A format of list elements. Formats of the same name write the same element as the same text. */
export interface ElementFormat {
  readonly name: string;
  readonly write: (element: object) => string;
}

/** A few dozen consecutive elements of a list. Elements are immutable: a change is another object. */
export interface Run {
  readonly format: ElementFormat;
  readonly elements: readonly object[];
  /** The elements of the previous run; empty for the first. */
  readonly before: readonly object[];
}

/** Part of a body: its own text, or a run that it may share with other bodies. */
export type Fragment = string | Run;

const maxElements = 128;

/**
 * Splits a list into runs. Only the key of an element decides whether a run ends there, so added or removed elements change
 * only adjacent runs, and lists of different scopes share runs.
 */
export function runsOf<E extends object>(format: ElementFormat, elements: Iterable<E>, keyOf: (element: E) => string): Run[] {
  const lists: E[][] = [[]];
  for (const element of elements) {
    const list = lists.at(-1);
    list?.push(element);
    if (list?.length === maxElements || endsRun(keyOf(element))) lists.push([]);
  }
  return lists.filter(({ length }) => length > 0).map((list, index) => ({ format, elements: list, before: lists[index - 1] ?? [] }));
}

/** True for one key in 64, by its FNV-1a hash. */
function endsRun(key: string): boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return hash >>> 26 === 0;
}
