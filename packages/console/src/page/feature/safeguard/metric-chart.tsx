import { describeMetric } from '@signalbox/contracts/metric-words';
import { formatFigure } from '../../../base/format.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { ChartData, ChartMark, Layer } from '../../../parts/chart/chart-data.ts';
import { averageBefore, type Series, summedOver, windowOf } from './metric-series.ts';
import { type ChartedSafeguard, useMetric } from './use-metric.ts';
import * as styles from '../../release-templates/safeguard/safeguard.module.css';

interface MetricChartProps {
  readonly safeguard: ChartedSafeguard;
  readonly feature: string;
  readonly environment: string;
  /** The starts of milestones. The last one begins the comparison with before. */
  readonly marks: readonly ChartMark[];
}

/** The metric of a safeguard over time, with its limit. A signal has no chart. */
export function MetricChart(props: MetricChartProps) {
  if (props.safeguard.impactMetric.source === 'signal') return null;
  return props.safeguard.compare === 'relative' ? <GroupChart {...props} /> : <SingleChart {...props} />;
}

function SingleChart({ safeguard, environment, marks }: MetricChartProps) {
  const { series, error } = useMetric({ safeguard, environment, when: true });
  if (error) return <p class="dim">{error.message}</p>;
  if (!series) return <p class={`${styles.wait} dim`}>Loading the chart</p>;
  const shown = safeguard.compare === 'before' ? series : summedOver(windowOf(safeguard).steps, series);
  const layers: readonly Layer[] = [{ name: safeguard.impactMetric.metricName, values: shown.values, tone: 'second' }];
  return <Drawn safeguard={safeguard} series={shown} layers={layers} marks={marks} limit={limitOf(safeguard, series, marks)} />;
}

function limitOf({ triggerCondition: { threshold }, compare }: ChartedSafeguard, series: Series, marks: readonly ChartMark[]) {
  if (Number.isNaN(threshold)) return undefined;
  if (compare !== 'before') return { value: threshold, text: `limit ${formatFigure(threshold)}` };
  const before = averageBefore(marks.at(-1)?.atMs ?? Date.now(), series);
  if (before === null) return undefined;
  const value = before * threshold;
  return { value, text: `limit ${formatFigure(value, 3)}, from the values before` };
}

/** The rates of users with and without the feature. */
function GroupChart({ safeguard, feature, environment, marks }: MetricChartProps) {
  const label = feature.replaceAll(/[^a-zA-Z0-9_]/g, '_').slice(0, maxLabel);
  const { labels } = useMetric({ safeguard, environment, when: true });
  const values = (labels[label] ?? []).filter((value) => value !== off && (safeguard.variant === undefined || value === safeguard.variant));
  const treated = useMetric({ safeguard, environment, group: { label, values }, when: values.length > 0 }).series;
  const control = useMetric({ safeguard, environment, group: { label, values: [off] }, when: values.length > 0 }).series;
  if (!treated || !control) return <p class={`${styles.wait} dim`}>No values in this time.</p>;
  const { threshold } = safeguard.triggerCondition;
  const limits = control.values.map((value) => (value === null ? null : value * threshold));
  const limit = Number.isNaN(threshold) ? [] : [{ name: `limit × ${threshold}`, values: limits, tone: 'stop' as const }];
  return (
    <Drawn
      safeguard={safeguard}
      series={treated}
      layers={[
        { name: 'with the feature', values: treated.values, tone: 'second' },
        { name: 'without the feature', values: control.values, tone: 'rest' },
        ...limit,
      ]}
      marks={marks}
      limit={undefined}
    />
  );
}

const off = 'disabled';
/** SDKs shorten labels (contracts, `impactIdentifier`). */
const maxLabel = 100;

interface DrawnProps {
  readonly safeguard: ChartedSafeguard;
  readonly series: Series;
  readonly layers: ChartData['layers'];
  readonly marks: readonly ChartMark[];
  readonly limit: ChartData['limit'];
}

function Drawn({ safeguard: { impactMetric, per, compare }, series: { starts, unitMs }, layers, marks, limit }: DrawnProps) {
  if (layers.every(({ values }) => values.every((value) => value === null)))
    return <p class={`${styles.wait} dim`}>No values in this time. The chart begins when an application reports the metric.</p>;
  return (
    <Chart
      data={{ are: 'measurements', starts, unitMs, nowMs: Date.now(), layers, marks, ...(limit && { limit }) }}
      label={`Values of ${describeMetric(impactMetric, { per, isSinceStart: compare !== undefined && compare !== 'threshold' })}`}
    />
  );
}
