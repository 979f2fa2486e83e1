/** Version that a change leads to, and the one before it. `previous` is absent if the change cannot be applied to a copy. */
export interface Versioned {
  readonly version: number;
  readonly previous?: number;
}

/** Maximum number of waiting changes before they are dropped in favor of a fetch. */
const maxWaiting = 1000;

/** Changes that wait for their turn, by their previous version, so that a chain needs no sorting. */
export class Succession<Change extends { readonly previous?: number }> {
  readonly #versionOf: (change: Change) => number;
  readonly #waiting = new Map<number, Change>();

  constructor(versionOf: (change: Change) => number) {
    this.#versionOf = versionOf;
  }

  /** Stores a change. Of two with the same previous version, the later one wins. */
  keep(change: Change): void {
    if (change.previous === undefined) return;
    if (this.#waiting.size >= maxWaiting) this.#waiting.clear();
    this.#waiting.set(change.previous, change);
  }

  /** The change after a version, if it has arrived. */
  after(version: number): Change | undefined {
    return this.#waiting.get(version);
  }

  /** Drops changes up to that version. */
  drop(upTo: number): void {
    for (const [previous, change] of this.#waiting) if (this.#versionOf(change) <= upTo) this.#waiting.delete(previous);
  }

  clear(): void {
    this.#waiting.clear();
  }
}
