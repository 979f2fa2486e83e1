import { equal } from 'node:assert/strict';
import { describeBecause } from './because.ts';

const reasonOf = (because: Parameters<typeof describeBecause>[0]) => describeBecause(because, 'production', () => 'Pilot');
const constraint = { contextName: 'plan', operator: 'IN' as const, values: ['gold'] };

describe('the deciding reason', () => {
  it('is the matching strategy', () => equal(reasonOf({ kind: 'strategy', strategy: 's' }), 'matches Pilot'));
  it('is that the feature is turned off', () => equal(reasonOf({ kind: 'off' }), 'turned off in production'));
  it('is the segment that excludes the user', () => equal(reasonOf({ kind: 'segment', segment: 'beta' }), 'not in segment beta'));
  it('is the bucket', () => equal(reasonOf({ kind: 'share', reaches: 20, bucket: 47 }), 'bucket 47, outside the rollout'));
  it('is a missing value for bucketing', () => equal(reasonOf({ kind: 'share', reaches: 20, bucket: 0 }), 'no value to bucket by'));
  it('is a rollout of zero', () => equal(reasonOf({ kind: 'share', reaches: 0 }), 'rollout is 0%'));
  it('is chance', () => equal(reasonOf({ kind: 'share', reaches: 20 }), 'not in the random 20%'));
  it('is the value that does not match', () => equal(reasonOf({ kind: 'constraint', constraint, given: 'free' }), 'plan free is not gold'));
  it('is the value, whatever the operator', () => {
    const version = { contextName: 'appVersion', operator: 'SEMVER_GTE' as const, value: '5.0.0' };
    equal(reasonOf({ kind: 'constraint', constraint: version, given: '4.9.1' }), 'appVersion 4.9.1 is not at least version 5.0.0');
    equal(reasonOf({ kind: 'constraint', constraint: { ...constraint, inverted: true }, given: 'gold' }), 'plan gold is gold');
  });
  it('is a missing value', () => equal(reasonOf({ kind: 'constraint', constraint, given: null }), 'no plan'));
  it('is a parent', () => equal(reasonOf({ kind: 'parent' }), 'parent feature is off'));
});
