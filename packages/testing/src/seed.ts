import { testEnvironment } from './environment.ts';

let count = 0;

/** Makes the next test file start from the seed again, so that its chance does not depend on the files before it. */
export function restartChance(): void {
  count = 0;
}

/** Returns a source of random numbers in [0, 1): another one at each call, the same ones for each run with this seed (mulberry32). */
export function nextRandom(seed: number = testEnvironment.seed): () => number {
  let state = Math.imul(seed, 0x9e3779b1) + (count += 1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
