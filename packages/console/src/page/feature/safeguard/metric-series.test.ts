import { deepEqual, equal } from 'node:assert/strict';
import { averageBefore, dividedBy, seriesOf, type Series, summedOver, windowOf } from './metric-series.ts';

const series = (...values: readonly (number | null)[]): Series => ({
  starts: values.map((_, index) => index * 60_000),
  unitMs: 60_000,
  values,
});
const metric = (aggregationMode: 'count' | 'avg', timeRange: 'hour' | 'week') =>
  ({ metricName: 'errors', labelSelectors: {}, aggregationMode, timeRange }) as const;

describe('the values of a metric', () => {
  it('have every step up to the end, and null where nothing was measured', () =>
    deepEqual(
      seriesOf({
        start: 60,
        end: 250,
        step: 60,
        series: [
          {
            data: [
              [60, 5],
              [180, 7],
            ],
          },
        ],
      }),
      { starts: [60_000, 120_000, 180_000, 240_000], unitMs: 60_000, values: [5, null, 7, null] },
    ));

  it('are summed over the time that a limit is for', () => {
    deepEqual(summedOver(2, series(1, 2, null, 4)).values, [3, 2, 4]);
    deepEqual(summedOver(2, series(1, 2, null, 4)).starts, [60_000, 120_000, 180_000]);
    deepEqual(summedOver(Infinity, series(1, null, 2)).values, [1, 1, 3]);
    deepEqual(summedOver(2, series(null, null, null)).values, [null, null]);
  });

  it('are shown in steps that a limit can be compared with', () => {
    deepEqual(windowOf({ impactMetric: metric('count', 'hour') }), { range: 'day', steps: 1 });
    deepEqual(windowOf({ impactMetric: metric('count', 'week') }), { range: 'month', steps: 7 });
    deepEqual(windowOf({ impactMetric: metric('count', 'hour'), per: 'requests' }), { range: 'hour', steps: 1 });
    deepEqual(windowOf({ impactMetric: metric('avg', 'week') }), { range: 'week', steps: 1 });
  });

  it('are divided by attempts step by step', () =>
    deepEqual(dividedBy(series(10, 0, 5, null), series(1, 1, null, 1)).values, [0.1, null, null, null]));

  it('have an average before a milestone', () => {
    equal(averageBefore(120_000, series(2, 4, 100)), 3);
    equal(averageBefore(0, series(2, 4)), null);
  });
});
