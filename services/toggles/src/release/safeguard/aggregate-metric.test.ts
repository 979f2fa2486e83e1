import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Safeguard } from '@signalbox/contracts';
import { aggregateMetric, type MetricValueInHour } from './aggregate-metric.ts';
import { decideSafeguard } from './decide-safeguard.ts';

const inHour = (type: string, series: string, hour: number, part: string, value: number): MetricValueInHour => ({
  type,
  series,
  hour,
  part,
  value,
});

describe('aggregateMetric', () => {
  it('adds up increments of counters, and divides by the time', () => {
    const values = [inHour('counter', 'a', 1, 'value', 30), inHour('counter', 'a', 2, 'value', 50), inHour('counter', 'b', 2, 'value', 20)];
    deepEqual(
      (['count', 'sum', 'rps'] as const).map((mode) => aggregateMetric(mode, values, 50)),
      [100, 100, 2],
    );
    equal(aggregateMetric('p95', values, 50), null);
  });

  it('takes the latest value of each gauge', () => {
    const values = [inHour('gauge', 'a', 2, 'value', 30), inHour('gauge', 'a', 1, 'value', 90), inHour('gauge', 'b', 1, 'value', 10)];
    deepEqual(
      (['count', 'sum', 'avg'] as const).map((mode) => aggregateMetric(mode, values, 60)),
      [2, 40, 20],
    );
  });

  it('estimates quantiles of histograms inside of their bucket, across series and hours', () => {
    const buckets = (series: string, hour: number, one: number, two: number, all: number) => [
      inHour('histogram', series, hour, 'le 1', one),
      inHour('histogram', series, hour, 'le 2', two),
      inHour('histogram', series, hour, 'le +Inf', all),
      inHour('histogram', series, hour, 'count', all),
      inHour('histogram', series, hour, 'sum', 2 * all),
    ];
    const values = [...buckets('a', 1, 40, 50, 50), ...buckets('b', 2, 40, 45, 50)];
    // 100 observations: 80 up to 1, 15 up to 2, 5 above.
    deepEqual(
      (['count', 'avg', 'p50', 'p99'] as const).map((mode) => aggregateMetric(mode, values, 60)),
      [100, 2, 0.625, 2],
    );
    equal(aggregateMetric('p95', values, 60), 2);
  });

  it('has no value without values', () => {
    for (const mode of ['rps', 'count', 'avg', 'sum', 'p50', 'p95', 'p99'] as const) equal(aggregateMetric(mode, [], 60), null);
    equal(aggregateMetric('avg', [inHour('histogram', 'a', 1, 'count', 0)], 60), null);
  });
});

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
