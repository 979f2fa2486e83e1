import { equal } from 'node:assert/strict';
import { sayBecause } from './because.ts';

const say = (because: Parameters<typeof sayBecause>[0]) => sayBecause(because, 'production', () => 'Pilot');
const constraint = { contextName: 'plan', operator: 'IN' as const, values: ['gold'] };

describe('the deciding reason', () => {
  it('is the matching strategy', () => equal(say({ kind: 'strategy', strategy: 's' }), 'matches Pilot'));
  it('is that the feature is turned off', () => equal(say({ kind: 'off' }), 'turned off in production'));
  it('is the segment that excludes the user', () => equal(say({ kind: 'segment', segment: 'beta' }), 'not in segment beta'));
  it('is the bucket', () => equal(say({ kind: 'share', reaches: 20, bucket: 47 }), 'bucket 47, outside the rollout'));
  it('is a missing value for bucketing', () => equal(say({ kind: 'share', reaches: 20, bucket: 0 }), 'no value to bucket by'));
  it('is a rollout of zero', () => equal(say({ kind: 'share', reaches: 0 }), 'rollout is 0%'));
  it('is chance', () => equal(say({ kind: 'share', reaches: 20 }), 'not in the random 20%'));
  it('is the value that does not match', () => equal(say({ kind: 'constraint', constraint, given: 'free' }), 'plan free is not gold'));
  it('is the value, whatever the operator', () => {
    const version = { contextName: 'appVersion', operator: 'SEMVER_GTE' as const, value: '5.0.0' };
    equal(say({ kind: 'constraint', constraint: version, given: '4.9.1' }), 'appVersion 4.9.1 is not at least version 5.0.0');
    equal(say({ kind: 'constraint', constraint: { ...constraint, inverted: true }, given: 'gold' }), 'plan gold is gold');
  });
  it('is a missing value', () => equal(say({ kind: 'constraint', constraint, given: null }), 'no plan'));
  it('is a parent', () => equal(say({ kind: 'parent' }), 'parent feature is off'));
});
