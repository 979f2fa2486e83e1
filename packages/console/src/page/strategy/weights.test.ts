import { deepEqual, equal } from 'node:assert/strict';
import { fixWeight, freeWeight, spread, totalWeight } from './weights.ts';

const of = (count: number) => spread(Array.from({ length: count }, () => ({ weight: 0, weightType: 'variable' as 'variable' | 'fix' })));
const weights = (variants: readonly { readonly weight: number }[]) => variants.map(({ weight }) => weight);
const sum = (variants: readonly { readonly weight: number }[]) => weights(variants).reduce((all, weight) => all + weight, 0);

describe('weights of variants', () => {
  it('are spread evenly, with the remainder on the first', () => deepEqual(weights(of(3)), [334, 333, 333]));
  it('add up to the total, whatever is fixed', () => {
    for (const count of [1, 2, 3, 7])
      for (const weight of [-5, 0, 1, 333.4, 999, 1000, 5000, Number.NaN])
        equal(sum(fixWeight(of(count), 0, weight)), totalWeight, `${count} ${weight}`);
  });
  it('leave the rest to the others if one is fixed', () => deepEqual(weights(fixWeight(of(3), 1, 600)), [200, 600, 200]));
  it('cannot be fixed above the remainder of other fixed ones', () =>
    deepEqual(weights(fixWeight(fixWeight(of(3), 0, 700), 1, 900)), [700, 300, 0]));
  it('take the total if no variable weight is left', () => deepEqual(weights(fixWeight(of(1), 0, 10)), [1000]));
  it('become variable again when they are freed', () => deepEqual(weights(freeWeight(fixWeight(of(2), 0, 900), 0)), [500, 500]));
});
