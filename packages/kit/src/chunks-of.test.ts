import { deepEqual } from 'node:assert/strict';
import { chunksOf } from './chunks-of.ts';

describe('chunksOf', () => {
  it('returns all items once, in order, in chunks of the given size', () => {
    deepEqual([...chunksOf(['a', 'b', 'c', 'd', 'e'], 2)], [['a', 'b'], ['c', 'd'], ['e']]);
    deepEqual([...chunksOf(['a', 'b'], 2)], [['a', 'b']]);
    deepEqual([...chunksOf([], 2)], []);
  });
});
