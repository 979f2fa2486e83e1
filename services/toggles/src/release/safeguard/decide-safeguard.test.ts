import { deepEqual, ok } from 'node:assert/strict';
import type { Safeguard } from '@signalbox/contracts';
import { decideSafeguard } from './decide-safeguard.ts';

describe('decideSafeguard', () => {
  const safeguard = (more: Partial<Safeguard>): Safeguard => ({
    id: 'g',
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 5 },
    action: 'step-back',
    onNoData: 'hold',
    graceMinutes: 15,
    triggeredAt: null,
    reason: null,
    ...more,
  });
  const at = (minutes: number, value: number | null) => ({ now: minutes * 60_000, inEffectSince: 0, value });
  const actionOf = (more: Partial<Safeguard>, minutes: number, value: number | null) =>
    decideSafeguard(safeguard(more), at(minutes, value))?.action ?? null;

  it('acts beyond the threshold, not at it', () => {
    deepEqual(
      [5, 5.1].map((value) => actionOf({}, 60, value)),
      [null, 'step-back'],
    );
    const below = { triggerCondition: { operator: '<', threshold: 5 } } as const;
    deepEqual(
      [5, 4.9].map((value) => actionOf(below, 60, value)),
      [null, 'step-back'],
    );
    ok(decideSafeguard(safeguard({}), at(60, 6))?.reason.includes('count of errors (hour) is 6, > 5'));
  });

  it('treats missing values as chosen, after the grace period', () => {
    for (const [onNoData, action] of [
      ['hold', 'pauseReleasePlanProgressions'],
      ['off', 'disableFeatureEnvironment'],
      ['ignore', null],
    ] as const)
      deepEqual(
        [14, 15].map((minutes) => actionOf({ onNoData }, minutes, null)),
        [null, action],
      );
  });
});
