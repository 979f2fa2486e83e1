import { hashSecret, type ImpactMetric, type ImpactReport } from '@signalbox/contracts';
import { beginningOf, compareTexts, hourMs } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';

/** The values of one series in one hour. */
export interface FoldedSeries {
  readonly id: string;
  readonly environment: string;
  readonly name: string;
  readonly type: ImpactMetric['type'];
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hour: number;
  readonly at: number;
  /** Values by part: the latest of a gauge, otherwise sums. */
  readonly parts: ReadonlyMap<string, number>;
}

type Key = Pick<FoldedSeries, 'environment' | 'name' | 'type' | 'labels'>;

/** Far above what an application measures. Sums of an hour stay finite. */
const maxValue = 1e15;

/** Sums the samples of the reports by series and hour, in the order of their arrival. */
export function foldImpact(reports: readonly ImpactReport[]): FoldedSeries[] {
  const series = new Map<string, FoldedSeries & { readonly parts: Map<string, number> }>();
  for (const { environment, at, metrics } of reports) {
    const hour = beginningOf(hourMs, Date.parse(at));
    for (const metric of metrics) {
      const { name, type, help } = metric;
      for (const { labels, parts } of samplesOf(metric)) {
        const id = seriesId({ environment, name, type, labels });
        const key = compositeKey(hour, id);
        const own = series.get(key) ?? { id, environment, name, type, help, labels, hour, at: Date.parse(at), parts: new Map() };
        series.set(key, own);
        for (const [part, value] of parts) own.parts.set(part, limited(value) + (type === 'gauge' ? 0 : (own.parts.get(part) ?? 0)));
      }
    }
  }
  return [...series].toSorted(([left], [right]) => compareTexts(left, right)).map(([, own]) => own);
}

/** Identifies a series, regardless of the order of its labels. */
export function seriesId({ environment, name, type, labels }: Key): string {
  const sorted = Object.entries(labels).toSorted(([left], [right]) => compareTexts(left, right));
  return hashSecret(compositeKey(environment, type, name, ...sorted.flat()));
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly parts: readonly (readonly [string, number])[];
}

function samplesOf(metric: ImpactMetric): Sample[] {
  if (metric.type !== 'histogram') return metric.samples.map(({ labels = {}, value }) => ({ labels, parts: [['value', value]] }));
  return metric.samples.map(({ labels = {}, count, sum, buckets }) => ({
    labels,
    parts: [['count', count], ['sum', sum], ...buckets.map((bucket) => [`le ${bucket.le}`, bucket.count] as const)],
  }));
}

const limited = (value: number): number => Math.max(-maxValue, Math.min(maxValue, value));
