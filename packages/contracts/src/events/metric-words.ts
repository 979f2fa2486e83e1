import type { ImpactMetricChoice } from './release-events.ts';

/** Titles of the ways to measure a metric. */
export const modeTitles = {
  count: 'Count',
  sum: 'Sum',
  rps: 'Rate per second',
  avg: 'Average',
  p50: 'Median',
  p95: '95th percentile',
  p99: '99th percentile',
};

/** Each operator of a limit in words. */
export const limitSides = { '>': 'above', '<': 'below' };

type Metric = Pick<ImpactMetricChoice, 'metricName' | 'timeRange' | 'aggregationMode'>;

/** A metric in words: the count of errors per requests in the past hour. */
export function describeMetric(
  { aggregationMode, metricName, timeRange }: Metric,
  { per = '', isSinceStart = false }: { readonly per?: string | undefined; readonly isSinceStart?: boolean } = {},
): string {
  const range = isSinceStart ? '' : ` in the past ${timeRange}`;
  return `the ${modeTitles[aggregationMode].toLowerCase()} of ${metricName}${per === '' ? '' : ` per ${per}`}${range}`;
}
