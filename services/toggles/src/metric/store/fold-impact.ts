import { hashSecret, type ImpactMetric, type ImpactReport } from '@signalbox/contracts';
import { beginningOf, compareTexts, minuteMs } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';

/** Values by part: the latest of a gauge, otherwise sums. */
export type Parts = ReadonlyMap<string, number>;

/** The values of one series in the reports of a batch. */
export interface FoldedSeries {
  readonly id: string;
  readonly environment: string;
  readonly name: string;
  readonly type: ImpactMetric['type'];
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly at: number;
  readonly minutes: ReadonlyMap<number, Parts>;
}

type Key = Pick<FoldedSeries, 'environment' | 'name' | 'type' | 'labels'>;
/** A series in progress. */
type Folding = Omit<FoldedSeries, 'at' | 'minutes'> & { at: number; readonly minutes: Map<number, Map<string, number>> };

/** Far above what an application measures. Sums stay finite. */
const maxValue = 1e15;

/** Sums the samples of the reports by series and minute, in the order of their arrival. Sorted, so that concurrent consumers lock alike. */
export function foldImpact(reports: readonly ImpactReport[]): FoldedSeries[] {
  const series = new Map<string, Folding>();
  for (const { environment, at: reportedAt, metrics } of reports) {
    const at = Date.parse(reportedAt);
    for (const metric of metrics) {
      const { name, type, help } = metric;
      for (const { labels, parts } of samplesOf(metric)) {
        const id = seriesId({ environment, name, type, labels });
        const own = series.get(id) ?? { id, environment, name, type, help, labels, at, minutes: new Map() };
        own.at = Math.max(own.at, at);
        series.set(id, own);
        addSample(own, beginningOf(minuteMs, at), parts);
      }
    }
  }
  return [...series.values()].toSorted((one, other) => compareTexts(one.id, other.id));
}

function addSample({ type, minutes }: Folding, minute: number, parts: Sample['parts']): void {
  const sums = minutes.get(minute) ?? new Map<string, number>();
  minutes.set(minute, sums);
  for (const [part, value] of parts) sums.set(part, mergedValue(type, sums.get(part), limited(value)));
}

/** A gauge keeps the new value; everything else adds up. */
export const mergedValue = (type: ImpactMetric['type'], stored: number | undefined, value: number): number =>
  type === 'gauge' ? value : (stored ?? 0) + value;

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
