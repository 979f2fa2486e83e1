import { equal } from 'node:assert/strict';
import { healthOf } from './health.ts';

describe('health', () => {
  const vectors: readonly (readonly [fresh: number, stale: number, old: number, health: number])[] = [
    [2, 1, 0, 67],
    [0, 3, 0, 0],
    [1, 2, 1, 25],
    [0, 0, 0, 100],
    [5, 0, 0, 100],
    [0, 0, 4, 0],
  ];
  for (const [fresh, stale, old, health] of vectors) {
    it(`is ${health} for ${fresh} fresh, ${stale} stale and ${old} features past their lifetime`, () => {
      equal(healthOf({ activeCount: fresh + old, staleCount: stale, potentiallyStaleCount: old }), health);
    });
  }
});
