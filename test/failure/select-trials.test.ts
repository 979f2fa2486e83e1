import { deepEqual, throws } from 'node:assert/strict';
import { selectTrials } from './select-trials.ts';
import { trials } from './trials/trials.ts';

const numbersOf = (only: readonly string[]) => selectTrials(only).map(({ number }) => number);

describe('selectTrials', () => {
  it('returns the trials with these numbers, and all for an empty list', () => {
    deepEqual(numbersOf(['7', '8']), [7, 8]);
    deepEqual(selectTrials([]), trials);
  });

  it('rejects numbers without a trial, and lists the numbers', () => {
    throws(() => numbersOf(['7', '99', 'x']), /--only 99,x matches nothing\. Use: .*\b7, 8,/);
  });
});
