import { equal } from 'node:assert/strict';
import { litPart, type Reach, describeReach } from './reach.ts';

const some = (values: Partial<Reach>): Reach => ({ kind: 'some', strategies: 1, variants: 0, ...values });

describe('reach', () => {
  const cases: readonly (readonly [title: string, reach: Reach, words: string, lit: number])[] = [
    ['everyone', some({ kind: 'everybody' }), 'Everyone', 1],
    ['a rollout', some({ share: 25 }), '25%', 0.25],
    ['a rollout too small to draw', some({ share: 1 }), '1%', 0.13],
    ['a segment', some({ segments: ['beta-customers'] }), 'beta-customers', 0.5],
    ['several segments', some({ segments: ['a', 'b'] }), '2 segments', 0.5],
    ['a field', some({ fields: ['country'] }), 'by country', 0.5],
    ['several fields', some({ fields: ['country', 'appVersion'] }), '2 conditions', 0.5],
    ['a segment and a field of one strategy', some({ segments: ['a'], fields: ['country'] }), 'a', 0.5],
    ['strategies with a rollout and a segment', some({ strategies: 2, share: 25, segments: ['beta'] }), '25% + beta', 0.25],
    ['strategies with a segment and a field', some({ strategies: 2, segments: ['beta'], fields: ['country'] }), 'beta + by country', 0.5],
    ['several rollouts', some({ strategies: 3 }), 'Some users', 0.5],
    ['a strategy of the application', some({}), 'Some users', 0.5],
    ['variants', some({ kind: 'everybody', variants: 3 }), 'Everyone, 3 variants', 1],
    ['a single variant', some({ share: 50, variants: 1 }), '50%', 0.5],
    ['no one while it is on', some({ kind: 'nobody' }), 'No one', 0],
  ];
  for (const [title, reach, words, lit] of cases)
    it(`describes ${title}`, () => {
      equal(describeReach(reach, true), words);
      equal(litPart(reach), lit);
    });

  it('is "Off" for a feature that is turned off', () => equal(describeReach(some({ kind: 'nobody' }), false), 'Off'));
});
