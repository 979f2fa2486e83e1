import { deepEqual } from 'node:assert/strict';
import { canonicalFeatures, differingNames } from './canonical.ts';

const constraint = { contextName: 'userId', operator: 'IN', values: ['1'], inverted: false };
const other = { contextName: 'plan', operator: 'IN', values: ['pro'] };

describe('canonical features', () => {
  it('are equal despite other ids, orders and empty properties', () => {
    const left = canonicalFeatures({
      features: [
        { name: 'a', enabled: true, strategies: [{ id: 'x', name: 'default', constraints: [other], segments: [1] }] },
        { name: 'b', enabled: false, variants: null },
      ],
      segments: [{ id: 1, constraints: [constraint] }],
    });
    const right = canonicalFeatures({
      features: [
        { name: 'b', enabled: false, variants: [], description: null },
        {
          name: 'a',
          enabled: true,
          strategies: [{ id: 'y', name: 'default', constraints: [{ ...constraint, inverted: undefined }, other] }],
        },
      ],
    });
    deepEqual(differingNames(left, right), []);
  });

  it('differ if a property of evaluation, the order of strategies or a feature differs', () => {
    const of = (...strategies: string[]) =>
      canonicalFeatures({ features: [{ name: 'a', strategies: strategies.map((name) => ({ name })) }] });
    deepEqual(differingNames(of('default', 'other'), of('other', 'default')), ['a']);
    deepEqual(differingNames(of(), canonicalFeatures({ features: [] })), ['a']);
    const enabled = (value: boolean) => canonicalFeatures({ features: [{ name: 'a', enabled: value }] });
    deepEqual(differingNames(enabled(true), enabled(false)), ['a']);
  });
});
