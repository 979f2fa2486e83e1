import { randomUUIDv7 } from 'node:crypto';

/** Clock, randomness and ids, passed in so that tests can control them. */
export interface Effects {
  readonly now: () => Date;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Returns a fresh UUID. */
  readonly id: () => string;
}

/** Effects of this machine, with the given replacements. */
export const effectsOf = (given: Partial<Effects> = {}): Effects => ({
  now: () => new Date(),
  random: Math.random,
  id: randomUUIDv7,
  ...given,
});
