import { deepEqual, equal } from 'node:assert/strict';
import { figureOf, isLoss, ratioOf } from './figures.ts';

describe('figures of the benchmark', () => {
  it('are the middle of the windows, with the least and the most', () => {
    deepEqual(figureOf([3, 1, 2, 9, 2]), { median: 2, min: 1, max: 9 });
  });

  it('report a row that costs a third more in each pair of windows', () => {
    equal(isLoss(ratioOf([4, 8, 4.2], [3, 6, 3.1])), true);
  });

  it('take a row that costs less in one of the windows for noise', () => {
    equal(isLoss(ratioOf([4, 4, 2.9], [3, 3, 3])), false);
  });

  it('do not report a row that costs a twentieth more', () => {
    equal(isLoss(ratioOf([2.1, 2.1, 4.2], [2, 2, 4])), false);
  });
});
