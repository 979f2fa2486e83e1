import { deepEqual, equal } from 'node:assert/strict';
import { sayDetails, sayEvent } from './event-sentence.ts';

const nothing = { environment: null, data: null, preData: null };
const strategy = { name: 'flexibleRollout', title: 'Pilot', parameters: { rollout: '25' } };

describe('an event of a feature', () => {
  it('is told with its environment', () =>
    equal(sayEvent({ ...nothing, type: 'feature-environment-enabled', environment: 'production' }), 'switched it on in production'));
  it('names the strategy', () => {
    equal(sayEvent({ ...nothing, type: 'feature-strategy-add', data: strategy }), 'added the strategy Pilot');
    equal(sayEvent({ ...nothing, type: 'feature-strategy-remove', preData: strategy }), 'removed the strategy Pilot');
  });
  it('names the tag', () =>
    equal(sayEvent({ ...nothing, type: 'feature-tagged', data: { type: 'team', value: 'pay' } }), 'tagged the feature team:pay'));
  it('is told by its kind where that is not known', () => equal(sayEvent({ ...nothing, type: 'moon-landed' }), 'moon-landed'));
  it('says what of a strategy was changed, and lives with parts that are missing', () => {
    const data = { ...strategy, parameters: { rollout: '50' } };
    deepEqual(
      sayDetails({ type: 'feature-strategy-update', data, preData: strategy }, () => undefined),
      ['share 25 % → 50 %'],
    );
    deepEqual(
      sayDetails({ type: 'feature-created', data, preData: strategy }, () => undefined),
      [],
    );
  });
});
