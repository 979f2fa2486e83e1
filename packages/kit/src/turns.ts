import type { Failure } from '@signalbox/contracts';

/** Limits on tasks. Sizes are in any unit, such as changes. */
export interface TurnLimits {
  /** Tasks that run at once. */
  readonly atOnce: number;
  /** Tasks of one author that run at once. */
  readonly share: number;
  /** Size of the waiting tasks of one author. A single task may exceed it. */
  readonly perAuthor: number;
  /** Size of the waiting tasks of all authors. */
  readonly total: number;
  /** The refusal of a task while the author, or all authors together, have too much waiting. */
  readonly refusal: (whose: 'own' | 'all') => Failure;
}

/** The author and the size of a task. */
export interface Order {
  readonly author: string;
  readonly size: number;
}

interface Waiting {
  readonly size: number;
  readonly begin: () => void;
}

/** Runs a limited number of tasks at once. Authors take turns and have a share, so that many tasks of one author do not delay the others. */
export class Turns {
  readonly #limits: TurnLimits;
  /** Waiting tasks by author. The author whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** Numbers of running tasks by author. */
  readonly #running = new Map<string, number>();
  #allRunning = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves with the result of `work`. Rejects with the refusal while too much is waiting. */
  async take<T>({ author, size }: Order, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(author)) this.#count(author, 1);
    else await this.#turn(author, size);
    try {
      return await work();
    } finally {
      this.#count(author, -1);
      this.#beginNext();
    }
  }

  #mayBegin(author: string): boolean {
    return this.#allRunning < this.#limits.atOnce && (this.#running.get(author) ?? 0) < this.#limits.share;
  }

  #count(author: string, change: 1 | -1): void {
    const own = (this.#running.get(author) ?? 0) + change;
    if (own > 0) this.#running.set(author, own);
    else this.#running.delete(author);
    this.#allRunning += change;
  }

  #turn(author: string, size: number): Promise<void> {
    this.#refuseTooMuch(author, size);
    return new Promise((resolve) => {
      const own = this.#waiting.get(author) ?? [];
      own.push({ size, begin: resolve });
      this.#waiting.set(author, own);
    });
  }

  /** Starts the next task. An author with more work goes to the end. */
  #beginNext(): void {
    for (const [author, own] of this.#waiting) {
      if (!this.#mayBegin(author)) continue;
      const first = own.shift();
      this.#waiting.delete(author);
      if (own.length > 0) this.#waiting.set(author, own);
      this.#count(author, 1);
      first?.begin();
      return;
    }
  }

  #refuseTooMuch(author: string, size: number): void {
    const { perAuthor, total, refusal } = this.#limits;
    const own = sumOf(this.#waiting.get(author) ?? []);
    if (own > 0 && own + size > perAuthor) throw refusal('own');
    const all = [...this.#waiting.values()].reduce((sum, each) => sum + sumOf(each), 0);
    if (all > 0 && all + size > total) throw refusal('all');
  }
}

const sumOf = (waiting: readonly Waiting[]): number => waiting.reduce((sum, { size }) => sum + size, 0);
