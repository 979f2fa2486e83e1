import { Failure } from '@signalbox/contracts';

/** Limits on waiting work, in changes. The share of one author is about a second of work. */
export interface TurnLimits {
  readonly perAuthor: number;
  readonly total: number;
}

/** The author and the size of a piece of work. */
export interface Order {
  readonly author: string;
  readonly changes: number;
}

interface Waiting {
  readonly changes: number;
  readonly begin: () => void;
}

/**
 * Runs dry runs one after the other: in parallel they would finish no sooner, and each would hold its locks for longer. Authors
 * take turns, so that many dry runs of one author do not delay the others.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** Waiting work by author. The author whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves with the result of `work`. Throws 503 while the author, or all authors together, have too much waiting. */
  async take<T>({ author, changes }: Order, work: () => Promise<T>): Promise<T> {
    this.#refuseTooMuch(author, changes);
    if (this.#running) await this.#turn(author, changes);
    this.#running = true;
    try {
      return await work();
    } finally {
      this.#running = false;
      this.#beginNext();
    }
  }

  #turn(author: string, changes: number): Promise<void> {
    return new Promise((resolve) => {
      const own = this.#waiting.get(author) ?? [];
      own.push({ changes, begin: resolve });
      this.#waiting.set(author, own);
    });
  }

  /** Starts the next author's turn. An author with more work goes to the end. */
  #beginNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [author, own] = next;
    const first = own.shift();
    this.#waiting.delete(author);
    if (own.length > 0) this.#waiting.set(author, own);
    this.#running = true;
    first?.begin();
  }

  #refuseTooMuch(author: string, changes: number): void {
    const own = sumOf(this.#waiting.get(author) ?? []);
    if (own > 0 && own + changes > this.#limits.perAuthor) throw tooMuch('You have too many change requests waiting for validation.');
    const all = [...this.#waiting.values()].reduce((sum, each) => sum + sumOf(each), 0);
    if (all > 0 && all + changes > this.#limits.total) throw tooMuch('Too many change requests are waiting for validation.');
  }
}

const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, { changes }) => sum + changes, 0);

const tooMuch = (what: string): Failure => new Failure('UnavailableError', `${what} Try again shortly.`, { retryAfterSeconds: 2 });
