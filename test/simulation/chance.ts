import { createHash, type Hash } from 'node:crypto';
import { seeded } from '../races/random.ts';
import { VirtualTime } from './virtual-time.ts';

/** Probability of each fault per opportunity, from 0 to 1. */
export interface Odds {
  /** A process ends at a step: before or after it reaches a database or the bus, or at a failpoint of the host. */
  readonly crash: number;
  /** A transaction loses a race, finds its database unavailable, or commits without a response. */
  readonly transaction: number;
  /** A batch is rejected, partly confirmed, not confirmed, or sent twice. */
  readonly publishing: number;
  /** A batch is handled again before it is acknowledged. */
  readonly redelivery: number;
  /** A broadcast is lost, repeated or late. */
  readonly broadcast: number;
  /** A question or its answer is lost. */
  readonly question: number;
}

/** Probabilities of a bad day. */
export const badDay: Odds = { crash: 0.003, transaction: 0.02, publishing: 0.12, redelivery: 0.1, broadcast: 0.08, question: 0.1 };

const fineDay: Odds = { crash: 0, transaction: 0, publishing: 0, redelivery: 0, broadcast: 0, question: 0 };

/** Randomness, time and record of one run. */
export class Chance {
  readonly time = new VirtualTime();
  readonly #random: () => number;
  readonly #hash: Hash = createHash('sha256');
  readonly #reported: string[] = [];
  readonly #isNotified: boolean;
  #odds: Odds;
  #ids = 0;

  constructor(seed: number, odds: Odds, isNotified = false) {
    this.#random = seeded(seed);
    this.#odds = odds;
    this.#isNotified = isNotified;
  }

  /** A number in [0, 1). */
  readonly random = (): number => this.#random();

  /** An integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  /** True if the fault happens this time. */
  strikes(what: keyof Odds): boolean {
    return this.random() < this.#odds[what];
  }

  /** Ends all faults. */
  relent(): void {
    this.#odds = fineDay;
  }

  /** A new UUID, the same in each run of the seed. */
  readonly id = (): string => {
    this.#ids += 1;
    return `00000000-0000-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
  };

  /** Records an event with its time. Two runs of a seed are equal if their records are. */
  note(what: string): void {
    const line = `${this.time.now.toFixed(3)} ${what}\n`;
    this.#hash.update(line);
    if (this.#isNotified) this.#reported.push(line);
  }

  /** Hash of all records; call it once. */
  trace(): string {
    return this.#hash.digest('hex');
  }

  /** The records themselves, if requested. */
  get notes(): readonly string[] {
    return this.#reported;
  }
}

/** A promise that never settles. */
export const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
