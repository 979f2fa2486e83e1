import { deepEqual } from 'node:assert/strict';
import { chunksOf } from './chunks-of.ts';

describe('chunks', () => {
  it('hold every item once and in order, as many as they may', () => {
    deepEqual([...chunksOf(['a', 'b', 'c', 'd', 'e'], 2)], [['a', 'b'], ['c', 'd'], ['e']]);
    deepEqual([...chunksOf(['a', 'b'], 2)], [['a', 'b']]);
    deepEqual([...chunksOf([], 2)], []);
  });
});
