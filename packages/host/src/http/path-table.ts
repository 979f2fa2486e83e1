/** What one path leads to, by method in capitals. */
export interface PathEntry<T> {
  readonly methods: Map<string, T>;
  /** The name of the parameter that the last segment is. */
  readonly parameter: string | undefined;
}

/** A path that was found, with the value of its parameter as it was sent. */
export interface FoundPath<T> {
  readonly entry: PathEntry<T>;
  readonly segment: string;
}

/**
 * Paths by look-up, in place of an attempt at each: one in a map where the path has no parameter, a second one where its last
 * segment is one. A slash at the end counts as none.
 */
export class PathTable<T> {
  readonly #exact = new Map<string, FoundPath<T>>();
  readonly #byPrefix = new Map<string, PathEntry<T>>();

  /** The entry of a declared path. Throws for a path with a parameter elsewhere than in its last segment. */
  entry(path: string): PathEntry<T> {
    const slash = path.lastIndexOf('/') + 1;
    const parameter = path[slash] === ':' ? path.slice(slash + 1) : undefined;
    const fixed = parameter === undefined ? path : path.slice(0, slash);
    if (/[:*]/.test(fixed)) throw new Error(`${path} has a parameter before its last segment`);
    const known = parameter === undefined ? this.#exact.get(fixed)?.entry : this.#byPrefix.get(fixed);
    if (known) return known;
    const entry: PathEntry<T> = { methods: new Map(), parameter };
    if (parameter === undefined) this.#exact.set(fixed, { entry, segment: '' });
    else this.#byPrefix.set(fixed, entry);
    return entry;
  }

  get isEmpty(): boolean {
    return this.#exact.size === 0 && this.#byPrefix.size === 0;
  }

  find(path: string): FoundPath<T> | undefined {
    const found = this.#exact.get(path);
    if (found) return found;
    if (path.endsWith('/')) return path.length > 1 ? this.find(path.slice(0, -1)) : undefined;
    const slash = path.lastIndexOf('/') + 1;
    const entry = this.#byPrefix.get(path.slice(0, slash));
    return entry && { entry, segment: path.slice(slash) };
  }
}
