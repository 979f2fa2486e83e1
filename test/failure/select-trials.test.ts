import { deepEqual, throws } from 'node:assert/strict';
import { selectTrials } from './select-trials.ts';
import { trials } from './trials/trials.ts';

const numbersOf = (only: readonly string[]) => selectTrials(only).map(({ number }) => number);

describe('selecting trials', () => {
  it('returns those of the numbers, and all for none', () => {
    deepEqual(numbersOf(['7', '8']), [7, 8]);
    deepEqual(selectTrials([]), trials);
  });

  it('refuses each number that no trial has, and lists the numbers', () => {
    throws(() => numbersOf(['7', '99', 'x']), /--only 99,x matches nothing\. Use: .*\b7, 8,/);
  });
});
