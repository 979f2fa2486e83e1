import { deepEqual, equal } from 'node:assert/strict';
import { aggregateMetric, type AggregatedPoint } from './aggregate-metric.ts';

const point = (type: string, series: string, at: number, part: string, value: number): AggregatedPoint => ({
  type,
  series,
  at,
  part,
  value,
});

describe('aggregateMetric', () => {
  it('adds up increments of counters, and divides by the time', () => {
    const values = [point('counter', 'a', 1, 'value', 30), point('counter', 'a', 2, 'value', 50), point('counter', 'b', 2, 'value', 20)];
    deepEqual(
      (['count', 'sum', 'rps'] as const).map((mode) => aggregateMetric(mode, values, 50)),
      [100, 100, 2],
    );
    equal(aggregateMetric('p95', values, 50), null);
  });

  it('takes the latest value of each gauge', () => {
    const values = [point('gauge', 'a', 2, 'value', 30), point('gauge', 'a', 1, 'value', 90), point('gauge', 'b', 1, 'value', 10)];
    deepEqual(
      (['count', 'sum', 'avg'] as const).map((mode) => aggregateMetric(mode, values, 60)),
      [2, 40, 20],
    );
  });

  it('estimates quantiles of histograms inside of their bucket, across series and hours', () => {
    const buckets = (series: string, hour: number, one: number, two: number, all: number) => [
      point('histogram', series, hour, 'le 1', one),
      point('histogram', series, hour, 'le 2', two),
      point('histogram', series, hour, 'le +Inf', all),
      point('histogram', series, hour, 'count', all),
      point('histogram', series, hour, 'sum', 2 * all),
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
    equal(aggregateMetric('avg', [point('histogram', 'a', 1, 'count', 0)], 60), null);
  });
});
