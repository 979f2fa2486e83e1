import { deepEqual, throws } from 'node:assert/strict';
import { selectTrials } from './select-trials.ts';
import { trials } from './trials/trials.ts';

const numbersOf = (only: readonly string[], controls = false) => selectTrials(only, controls).map(({ number }) => number);

describe('selecting trials', () => {
  it('returns those of the numbers, and all for none', () => {
    deepEqual(numbersOf(['7', '8']), [7, 8]);
    deepEqual(selectTrials([], false), trials);
  });

  it('refuses each number that no trial has, and lists the numbers', () => {
    throws(() => numbersOf(['7', '99', 'x']), /--only 99,x selects nothing\. Use: .*\b7, 8,/);
  });

  it('refuses as a control a trial without a mistake to find', () => {
    const without = trials.find(({ bug }) => bug === null);
    throws(() => numbersOf([String(without?.number)], true), /selects nothing/);
  });
});
