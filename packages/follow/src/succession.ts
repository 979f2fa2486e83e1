/** What every change says: the version that it leads to, and the one that it follows, unless a copy cannot be led by it. */
export interface Versioned {
  readonly version: number;
  readonly previous?: number;
}

/** How many changes wait before they are dropped in favour of a fetch. */
const maxWaiting = 1000;

/** Changes that wait for their turn, each by the version that it follows, so that a chain is walked without sorting. */
export class Succession<Change extends { readonly previous?: number }> {
  readonly #versionOf: (change: Change) => number;
  readonly #waiting = new Map<number, Change>();

  constructor(versionOf: (change: Change) => number) {
    this.#versionOf = versionOf;
  }

  /** Keeps a change; of two that follow the same version, the later one. */
  keep(change: Change): void {
    if (change.previous === undefined) return;
    if (this.#waiting.size >= maxWaiting) this.#waiting.clear();
    this.#waiting.set(change.previous, change);
  }

  /** The change that follows on a version, if it has come. */
  after(version: number): Change | undefined {
    return this.#waiting.get(version);
  }

  /** Drops what leads no further than to that version. */
  drop(upTo: number): void {
    for (const [previous, change] of this.#waiting) if (this.#versionOf(change) <= upTo) this.#waiting.delete(previous);
  }

  clear(): void {
    this.#waiting.clear();
  }
}
