import { useAnswer, type ImpactMetricChoice, type Safeguard } from '../../../server/ask.ts';
import { dividedBy, type Series, seriesOf, windowOf } from './metric-series.ts';

/** The part of a safeguard that its chart needs. */
export type ChartedSafeguard = Pick<Safeguard, 'impactMetric' | 'triggerCondition' | 'compare' | 'per' | 'variant'>;

interface MetricQuestion {
  readonly safeguard: ChartedSafeguard;
  readonly environment: string;
  /** Values of the label that SDKs add for the feature. */
  readonly group?: { readonly label: string; readonly values: readonly string[] };
  readonly when: boolean;
}

/** Applications report about once a minute. */
const pollMs = 60_000;

/** The metric of a safeguard over time, divided by its attempts if it has any; undefined while loading, and the labels of the metric. */
export function useMetric({ safeguard, environment, group, when }: MetricQuestion) {
  const { impactMetric, per } = safeguard;
  const { range } = windowOf(safeguard);
  const labels = [
    `environment:${environment}`,
    ...Object.entries(impactMetric.labelSelectors).flatMap(([label, values]) => values.map((value) => `${label}:${value}`)),
    ...(group?.values ?? []).map((value) => `${group?.label}:${value}`),
  ];
  const mode = (aggregationMode: ImpactMetricChoice['aggregationMode']) => ({ range, aggregationMode, labels });
  const name = 'GET /api/admin/impact-metrics';
  const isRequested = when && impactMetric.source !== 'signal' && impactMetric.metricName !== '';
  const options = { when: isRequested, everyMs: pollMs, keepsLast: true };
  const metric = useAnswer(name, { query: { series: impactMetric.metricName, ...mode(impactMetric.aggregationMode) } }, options);
  const attempts = useAnswer(
    name,
    { query: { series: per ?? '', ...mode('count') } },
    { ...options, when: isRequested && per !== undefined },
  );
  return {
    series: seriesIn(metric.data, per === undefined ? null : attempts.data),
    labels: metric.data?.labels ?? {},
    error: metric.error,
  };
}

type Answered = Parameters<typeof seriesOf>[0] | undefined;

const seriesIn = (metric: Answered, attempts: Answered | null): Series | undefined => {
  if (!metric) return undefined;
  if (attempts === null) return seriesOf(metric);
  return attempts && dividedBy(seriesOf(attempts), seriesOf(metric));
};
