import { deepEqual, equal } from 'node:assert/strict';
import { figureOf, isLoss, ratioOf } from './figures.ts';

describe('benchmark figures', () => {
  it('are the median, minimum and maximum of the windows', () => {
    deepEqual(figureOf([3, 1, 2, 9, 2]), { median: 2, min: 1, max: 9 });
  });

  it('report a row that costs a third more in each pair of windows', () => {
    equal(isLoss(ratioOf([4, 8, 4.2], [3, 6, 3.1])), true);
  });

  it('treat a row that costs less in one window as noise', () => {
    equal(isLoss(ratioOf([4, 4, 2.9], [3, 3, 3])), false);
  });

  it('do not report a row that costs a twentieth more', () => {
    equal(isLoss(ratioOf([2.1, 2.1, 4.2], [2, 2, 4])), false);
  });
});
