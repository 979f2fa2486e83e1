import { deepEqual, equal } from 'node:assert/strict';
import type { Safeguard } from '@signalbox/contracts';
import { decideSafeguard } from './decide-safeguard.ts';
import { judgeSafeguard, type Measured } from './judge-safeguard.ts';
import type { Group } from './sequential-test.ts';

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
  const at = (minutes: number, value: number | null): Measured => ({ now: minutes * 60_000, inEffectSince: 0, value });
  const actionOf = (more: Partial<Safeguard>, minutes: number, value: number | null) =>
    decideSafeguard(safeguard(more), at(minutes, value)).trigger?.action ?? null;

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
    const reasons = [6, 5].map((value) => judgeSafeguard(safeguard({}), at(60, value)).reason);
    const called = 'The count of errors in the past hour is';
    deepEqual(reasons, [`${called} 6, above the limit of 5.`, `${called} 5, within the limit of 5.`]);
    equal(judgeSafeguard(safeguard(below), at(60, 4)).reason, `${called} 4, below the limit of 5.`);
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

  it('acts once the metric was beyond the limit in enough of the last minutes', () => {
    const debounce = { times: 3, minutes: 5 };
    let beyondAt: string[] = [];
    const step = (minutes: number, value: number) => {
      const decision = decideSafeguard(safeguard({ debounce, beyondAt }), at(minutes, value));
      beyondAt = [...decision.beyondAt];
      return decision.trigger !== null;
    };
    deepEqual(
      [step(60, 6), step(60.5, 6), step(61, 6), step(62, 1), step(65, 6), step(66, 6), step(67, 6)],
      [false, false, false, false, false, false, true],
    );
    equal(beyondAt.length, 3);
  });

  it('counts no minutes from before the release was in effect', () => {
    const own = safeguard({ debounce: { times: 2, minutes: 5 }, beyondAt: [new Date(61 * 60_000).toISOString()] });
    const decide = (inEffectSince: number) => decideSafeguard(own, { ...at(63, 6), inEffectSince: inEffectSince * 60_000 });
    deepEqual(
      [60, 62].map((minutes) => decide(minutes).beyondAt.length),
      [2, 1],
    );
    deepEqual(
      [60, 62].map((minutes) => decide(minutes).trigger?.action),
      ['step-back', undefined],
    );
  });

  it('compares with the worst of the periods before, once the grace period is over', () => {
    const before = safeguard({ compare: 'before', triggerCondition: { operator: '>', threshold: 1.5 } });
    const judged = (minutes: number, value: number, earlier: (number | null)[]) => {
      const { state, value: ratio } = judgeSafeguard(before, { ...at(minutes, value), earlier });
      return [state, ratio];
    };
    deepEqual(judged(14, 90, [10, 10]), ['undecided', null]);
    deepEqual(judged(15, 90, [null, null]), ['undecided', null]);
    deepEqual(judged(15, 15, [10, null]), ['fine', 1.5]);
    deepEqual(judged(15, 16, [10, null]), ['beyond', 1.6]);
    deepEqual(judged(15, 16, [10, 20]), ['fine', 0.8]);
    deepEqual(judged(15, 0, [0, 0]), ['fine', 1]);
  });

  it('compares users with the feature to those without it only with enough attempts', () => {
    const relative = safeguard({
      compare: 'relative',
      per: 'requests',
      minimumSample: 1000,
      triggerCondition: { operator: '>', threshold: 1 },
    });
    const judged = (treated: [number, number], control: [number, number]) => {
      const [one, other] = [treated, control].map(([attempts, events]) => ({ attempts, events })) as [Group, Group];
      return judgeSafeguard(relative, { ...at(60, null), groups: [{ treated: one, control: other }] }).state;
    };
    equal(judged([0, 0], [0, 0]), 'no data');
    equal(judged([9999, 999], [999, 10]), 'undecided');
    equal(judged([10_000, 500], [10_000, 500]), 'fine');
    equal(judged([10_000, 700], [10_000, 500]), 'beyond');
    equal(judged([10_000, 500], [10_000, 700]), 'fine');
  });
});
