import { equal } from 'node:assert/strict';
import { sayBecause } from './because.ts';

const say = (because: Parameters<typeof sayBecause>[0]) => sayBecause(because, 'production', () => 'Pilot');
const constraint = { contextName: 'plan', operator: 'IN' as const, values: ['gold'] };

describe('the deciding reason', () => {
  it('is the strategy that holds', () => equal(say({ kind: 'strategy', strategy: 's' }), 'matches Pilot'));
  it('is the switch', () => equal(say({ kind: 'off' }), 'turned off in production'));
  it('is the segment that somebody is not in', () => equal(say({ kind: 'segment', segment: 'beta' }), 'not in segment beta'));
  it('is the bucket', () => equal(say({ kind: 'share', reaches: 20, bucket: 47 }), 'bucket 47, outside the rollout'));
  it('is that there is nothing to make a bucket of', () => equal(say({ kind: 'share', reaches: 20, bucket: 0 }), 'no value to bucket by'));
  it('is that the share is of nobody', () => equal(say({ kind: 'share', reaches: 0 }), 'rollout is 0%'));
  it('is chance', () => equal(say({ kind: 'share', reaches: 20 }), 'not in the random 20%'));
  it('is what was given instead', () => equal(say({ kind: 'constraint', constraint, given: 'free' }), 'plan free is not gold'));
  it('is what was given, however it was asked for', () => {
    const version = { contextName: 'appVersion', operator: 'SEMVER_GTE' as const, value: '5.0.0' };
    equal(say({ kind: 'constraint', constraint: version, given: '4.9.1' }), 'appVersion 4.9.1 is not at least version 5.0.0');
    equal(say({ kind: 'constraint', constraint: { ...constraint, inverted: true }, given: 'gold' }), 'plan gold is gold');
  });
  it('is that nothing was given', () => equal(say({ kind: 'constraint', constraint, given: null }), 'no plan'));
  it('is a parent', () => equal(say({ kind: 'parent' }), 'parent feature is off'));
});
