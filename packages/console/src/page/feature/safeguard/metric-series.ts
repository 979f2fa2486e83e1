import type { ImpactMetricChoice, Safeguard } from '../../../server/ask.ts';

type Range = ImpactMetricChoice['timeRange'];

/** Values of a metric by step of time. A step without values has null. */
export interface Series {
  readonly starts: readonly number[];
  readonly unitMs: number;
  readonly values: readonly (number | null)[];
}

/** The response for a metric over time. Times are in seconds. */
interface MetricAnswer {
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly series: readonly { readonly data: readonly (readonly number[])[] }[];
}

export function seriesOf({ start, end, step, series }: MetricAnswer): Series {
  const values = new Map((series[0]?.data ?? []).map(([at = 0, value = 0]) => [at, value]));
  const starts = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
  return { starts: starts.map((at) => at * 1000), unitMs: step * 1000, values: starts.map((at) => values.get(at) ?? null) };
}

/** The range to show, and the number of its steps that a value of the safeguard covers. */
export interface Window {
  readonly range: Range;
  readonly steps: number;
}

/**
 * Counts and sums grow with the time that they cover, so a limit for an hour can only be compared with the sums of whole hours. The server
 * has minutes for an hour, hours for a day or week, and days for a month. Rates, averages and percentiles are comparable at each step.
 */
export function windowOf({ impactMetric: { aggregationMode, timeRange }, per, compare = 'threshold' }: Guarded): Window {
  const isSum = (aggregationMode === 'count' || aggregationMode === 'sum') && per === undefined && compare === 'threshold';
  return isSum ? sums[timeRange] : { range: timeRange, steps: 1 };
}

type Guarded = Pick<Safeguard, 'impactMetric' | 'per' | 'compare'>;

const daysOfWeek = 7;

const sums: Readonly<Record<Range, Window>> = {
  hour: { range: 'day', steps: 1 },
  day: { range: 'month', steps: 1 },
  week: { range: 'month', steps: daysOfWeek },
  month: { range: 'month', steps: Infinity },
};

/** Each value as the sum of the last steps. Steps before the first complete window are left out, unless the window covers everything. */
export function summedOver(steps: number, { starts, unitMs, values }: Series): Series {
  const sumAt = (index: number) => {
    const own = values.slice(Math.max(0, index - steps + 1), index + 1).filter((value) => value !== null);
    return own.length === 0 ? null : own.reduce((sum, value) => sum + value, 0);
  };
  const first = steps === Infinity ? 0 : steps - 1;
  return { starts: starts.slice(first), unitMs, values: values.map((_, index) => sumAt(index)).slice(first) };
}

/** One metric divided by another, step by step. Without attempts, there is no rate. */
export function dividedBy(attempts: Series, { starts, unitMs, values }: Series): Series {
  const counts = new Map(attempts.starts.map((startMs, index) => [startMs, attempts.values[index]]));
  return {
    starts,
    unitMs,
    values: values.map((value, index) => {
      const count = counts.get(starts[index] ?? 0);
      return value === null || !count ? null : value / count;
    }),
  };
}

/** The average before a time; null without values. */
export function averageBefore(atMs: number, { starts, unitMs, values }: Series): number | null {
  const known = values.filter((value, index) => value !== null && (starts[index] ?? 0) + unitMs <= atMs) as number[];
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
