import { randomUUIDv7 } from 'node:crypto';

/** What nobody can foretell, handed in so that a test can: the time, chance, and names that nobody had before. */
export interface Effects {
  readonly now: () => Date;
  /** In [0, 1). */
  readonly random: () => number;
  /** A fresh UUID. */
  readonly id: () => string;
}

/** Those of the machine, but for what is given. */
export const effectsOf = (given: Partial<Effects> = {}): Effects => ({
  now: () => new Date(),
  random: Math.random,
  id: randomUUIDv7,
  ...given,
});
