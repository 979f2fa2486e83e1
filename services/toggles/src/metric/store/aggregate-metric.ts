import type { ImpactMetricChoice } from '@signalbox/contracts';
import type { MetricPoint } from './read-points.ts';

/** The properties that an aggregation depends on. */
export type AggregatedPoint = Pick<MetricPoint, 'series' | 'type' | 'at' | 'part' | 'value'>;

type Mode = ImpactMetricChoice['aggregationMode'];
type Aggregate = (values: readonly AggregatedPoint[], seconds: number) => number | null;

const quantiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/**
 * Aggregates the values of one metric: increments of counters are added up, gauges count with their latest values, histograms with
 * all observations. Null if there are no values, or if the mode does not suit the type. `seconds` is the covered time.
 */
export function aggregateMetric(mode: Mode, values: readonly AggregatedPoint[], seconds: number): number | null {
  const [first] = values;
  if (!first) return null;
  const aggregate = first.type === 'histogram' ? ofHistogram[mode] : first.type === 'gauge' ? ofGauge[mode] : ofCounter[mode];
  return aggregate?.(values, seconds) ?? null;
}

const sumOf = (values: readonly AggregatedPoint[], part = 'value'): number =>
  values.reduce((sum, one) => (one.part === part ? sum + one.value : sum), 0);

const ofCounter: Partial<Record<Mode, Aggregate>> = {
  count: (values) => sumOf(values),
  sum: (values) => sumOf(values),
  rps: (values, seconds) => sumOf(values) / seconds,
};

const ofGauge: Partial<Record<Mode, Aggregate>> = {
  count: (values) => latest(values).length,
  sum: (values) => sumOf(latest(values)),
  avg: (values) => sumOf(latest(values)) / latest(values).length,
};

const ofHistogram: Partial<Record<Mode, Aggregate>> = {
  count: (values) => sumOf(values, 'count'),
  sum: (values) => sumOf(values, 'sum'),
  rps: (values, seconds) => sumOf(values, 'count') / seconds,
  avg: (values) => {
    const count = sumOf(values, 'count');
    return count === 0 ? null : sumOf(values, 'sum') / count;
  },
  p50: (values) => quantileOf(values, quantiles.p50),
  p95: (values) => quantileOf(values, quantiles.p95),
  p99: (values) => quantileOf(values, quantiles.p99),
};

function latest(values: readonly AggregatedPoint[]): AggregatedPoint[] {
  const bySeries = new Map<string, AggregatedPoint>();
  for (const value of values) if ((bySeries.get(value.series)?.at ?? -1) < value.at) bySeries.set(value.series, value);
  return [...bySeries.values()];
}

/** Interpolates inside of the bucket, like `histogram_quantile` of Prometheus. Above the last finite bound, returns that bound. */
function quantileOf(values: readonly AggregatedPoint[], quantile: number): number | null {
  const bounds = new Map<number, number>();
  for (const { part, value } of values) {
    if (!part.startsWith('le ')) continue;
    const bound = part === 'le +Inf' ? Infinity : Number(part.slice(3));
    bounds.set(bound, (bounds.get(bound) ?? 0) + value);
  }
  const buckets = [...bounds].toSorted(([one], [other]) => one - other);
  const total = buckets.at(-1)?.[1] ?? 0;
  if (total === 0) return null;
  const rank = quantile * total;
  let [lower, below] = [0, 0];
  for (const [bound, count] of buckets) {
    if (count >= rank) return bound === Infinity ? lower : lower + ((bound - lower) * (rank - below)) / (count - below || 1);
    [lower, below] = [bound, count];
  }
  return lower;
}
