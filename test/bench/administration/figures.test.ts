import { deepEqual, equal } from 'node:assert/strict';
import { figureOf, isLoss, lossOf } from './figures.ts';

const like = { now: 1000, before: 1000 };

describe('figures of the benchmark', () => {
  it('are the middle of the windows, with the least and the most', () => {
    deepEqual(figureOf([3, 1, 2, 9, 2]), { median: 2, min: 1, max: 9 });
  });

  it('say of a row that costs a third more that it lost', () => {
    equal(isLoss(figureOf([4, 4.1, 4.2]), figureOf([3, 3, 3.1]), like), true);
  });

  it('take a row whose windows overlap those of before for noise', () => {
    equal(isLoss(figureOf([3, 4, 5]), figureOf([2.9, 3, 3.2]), like), false);
  });

  it('do not blame the product for a machine that is half as fast', () => {
    equal(lossOf(figureOf([6]), figureOf([3]), { now: 500, before: 1000 }), 1);
  });
});
