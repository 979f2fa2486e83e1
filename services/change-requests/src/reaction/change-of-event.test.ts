import { deepEqual } from 'node:assert/strict';
import type { EventBody, Safeguard, SafeguardOfPlan } from '@signalbox/contracts';
import { changeOfEvent } from './change-of-event.ts';

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
});
