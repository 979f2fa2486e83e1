import { equal } from 'node:assert/strict';
import { indexOfRepeated } from './index-of-repeated.ts';

describe('indexOfRepeated', () => {
  it('finds the first value that an earlier one equals', () => {
    equal(indexOfRepeated(['a', undefined, 'b', undefined, 'b', 'a']), 4);
    equal(indexOfRepeated(['a', undefined, undefined]), -1);
  });

  it('takes time in proportion to the number of values', () => {
    // Comparing each with each would not end before the limit of a test.
    equal(indexOfRepeated(Array.from({ length: 1_000_000 }, (_, index) => `value ${index}`)), -1);
  });
});
