import { deepEqual, equal, ok } from 'node:assert/strict';
import { changeActions } from '../changeset.ts';
import type { EventBody } from '../envelope.ts';
import type { Safeguard, SafeguardOfPlan } from '../events/release-events.ts';
import { samples } from '../samples/samples.fixture.ts';
import { changeOfEvent, changes } from './changes.ts';

describe('changeOfEvent', () => {
  const safeguard: Safeguard = {
    id: 'g',
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 5 },
    action: 'disableFeatureEnvironment',
    onNoData: 'ignore',
    graceMinutes: 15,
    triggeredAt: null,
    reason: null,
  };
  const event = (type: string, parts: { readonly data?: SafeguardOfPlan; readonly preData?: SafeguardOfPlan }) =>
    ({ type, featureName: 'cart', data: null, preData: null, ...parts }) as unknown as EventBody;

  it('names the change of a safeguard by its owner, a release plan or a feature', () => {
    const ofPlan = { releasePlanId: 'p', safeguard };
    deepEqual(changeOfEvent(event('safeguard-changed', { data: ofPlan })), {
      action: 'changeReleasePlanSafeguard',
      feature: 'cart',
      payload: { planId: 'p', ...safeguard },
    });
    deepEqual(changeOfEvent(event('safeguard-changed', { data: { safeguard } })), {
      action: 'changeFeatureEnvSafeguard',
      feature: 'cart',
      payload: safeguard,
    });
    deepEqual(changeOfEvent(event('safeguard-deleted', { preData: ofPlan })), {
      action: 'deleteReleasePlanSafeguard',
      feature: 'cart',
      payload: { planId: 'p', safeguardId: 'g' },
    });
    deepEqual(changeOfEvent(event('safeguard-deleted', { preData: { safeguard } })), {
      action: 'deleteFeatureEnvSafeguard',
      feature: 'cart',
      payload: { safeguardId: 'g' },
    });
  });

  for (const action of changeActions)
    it(`returns ${action} for its own events`, () => {
      for (const { event: definition, isOf } of changes[action].emits) {
        const sample = samples.get(`${definition.type}.v1`)?.data as EventBody;
        if (isOf(sample)) equal(changeOfEvent(sample)?.action, action);
        else ok(changeOfEvent(sample)?.action.endsWith('Safeguard'));
      }
    });

  it('names the strategy of a milestone that changed', () => {
    const plan = (title: string) => ({ id: 'p', milestones: [{ strategies: [{ id: 'a' }, { id: 'b', title }] }] });
    const change = changeOfEvent({ ...event('release-plan-updated', {}), data: plan('new'), preData: plan('old') });
    deepEqual(change?.payload, { id: 'b', title: 'new' });
  });
});
