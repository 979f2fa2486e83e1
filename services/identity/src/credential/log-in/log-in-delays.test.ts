import { deepEqual } from 'node:assert/strict';
import { delayMs } from './log-in-delays.ts';

describe('the delay of log-ins', () => {
  it('begins after five refusals, doubles with each, and ends growing at five minutes', () => {
    deepEqual([0, 4, 5, 6, 7, 12, 13, 1000].map(delayMs), [0, 0, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
  });
});
