import { equal } from 'node:assert/strict';
import { type DescribedSafeguard, describeSafeguard } from './describe-safeguard.ts';

const errors: DescribedSafeguard = {
  impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 1500 },
  action: 'pauseReleasePlanProgressions',
};

describe('a safeguard in words', () => {
  const cases: readonly (readonly [safeguard: DescribedSafeguard, expected: string])[] = [
    [errors, 'Pauses the release if the count of errors in the past hour is above 1,500'],
    [
      { ...errors, action: 'step-back', compare: 'before', triggerCondition: { operator: '>', threshold: 1.5 } },
      'Goes back to the previous milestone if the count of errors is above 1.5 times its value before the milestone',
    ],
    [
      {
        ...errors,
        action: 'disableFeatureEnvironment',
        compare: 'relative',
        per: 'requests',
        triggerCondition: { operator: '<', threshold: 0.9 },
      },
      'Turns the feature off if the count of errors per requests of users with the feature is below 0.9 times that of users without it',
    ],
    [
      { ...errors, action: 'notify', impactMetric: { ...errors.impactMetric, source: 'signal', metricName: 'CheckoutDown' } },
      'Reports it if the signal CheckoutDown fires',
    ],
    [
      { ...errors, debounce: { times: 3, minutes: 5 } },
      'Pauses the release if the count of errors in the past hour is above 1,500, in 3 of 5 minutes',
    ],
  ];
  for (const [safeguard, expected] of cases) it(`is “${expected}”`, () => equal(describeSafeguard(safeguard), expected));
});
