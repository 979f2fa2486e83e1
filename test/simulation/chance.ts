import { createHash, type Hash } from 'node:crypto';
import { seeded } from '../races/random.ts';
import { VirtualTime } from './virtual-time.ts';

/** How likely what can go wrong is, each time that it can. From 0 to 1. */
export interface Odds {
  /** A process ends at a step: before or after it reaches a database or the bus, or at a failpoint of the host. */
  readonly crash: number;
  /** A transaction loses a race, finds its database away, or commits and is not told so. */
  readonly transaction: number;
  /** A batch is refused, confirmed in part, not confirmed, or sent twice. */
  readonly publishing: number;
  /** A batch is handled once more before it is acknowledged. */
  readonly redelivery: number;
  /** A broadcast does not arrive; or arrives twice, or late. */
  readonly broadcast: number;
  /** A question or its answer is lost. */
  readonly question: number;
}

/** Those of a bad day. */
export const badDay: Odds = { crash: 0.003, transaction: 0.02, publishing: 0.12, redelivery: 0.1, broadcast: 0.08, question: 0.1 };

const fineDay: Odds = { crash: 0, transaction: 0, publishing: 0, redelivery: 0, broadcast: 0, question: 0 };

/** Where chance comes from in one run, what time it is there, and what has happened so far. */
export class Chance {
  readonly time = new VirtualTime();
  readonly #random: () => number;
  readonly #hash: Hash = createHash('sha256');
  readonly #told: string[] = [];
  readonly #isNotified: boolean;
  #odds: Odds;
  #ids = 0;

  constructor(seed: number, odds: Odds, isNotified = false) {
    this.#random = seeded(seed);
    this.#odds = odds;
    this.#isNotified = isNotified;
  }

  /** In [0, 1). */
  readonly random = (): number => this.#random();

  /** An integer from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  /** Whether it goes wrong this time. */
  strikes(what: keyof Odds): boolean {
    return this.random() < this.#odds[what];
  }

  /** From here on nothing goes wrong any more. */
  relent(): void {
    this.#odds = fineDay;
  }

  /** A UUID that nobody had before, the same in each run of the seed. */
  readonly id = (): string => {
    this.#ids += 1;
    return `00000000-0000-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
  };

  /** Notes what happened and when: two runs of one seed are the same if they noted the same. */
  note(what: string): void {
    const line = `${this.time.now.toFixed(3)} ${what}\n`;
    this.#hash.update(line);
    if (this.#isNotified) this.#told.push(line);
  }

  /** The hash of everything that was noted; call it once. */
  trace(): string {
    return this.#hash.digest('hex');
  }

  /** The notes themselves, where they were asked for. */
  get notes(): readonly string[] {
    return this.#told;
  }
}

/** A promise of something that never comes. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
