import { type EntityManager, hourMs } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { impactBlockTable, impactSeriesTable } from '../../tables/metric.ts';
import { tablesOf } from '../../tables/tables.ts';
import { blockOf, type Resolution, resolutions } from './resolution.ts';

/** The value of a part of a series in one step: `value`, or `count`, `sum` and `le 0.5` of a histogram. */
export interface MetricPoint {
  readonly series: string;
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The start of the step. */
  readonly at: number;
  readonly part: string;
  readonly value: number;
}

/** The series of a metric that have one of the values of each label. */
export interface SeriesSelection {
  /** Null for all environments. */
  readonly environment: string | null;
  readonly metricName: string;
  readonly labelSelectors: Readonly<Record<string, readonly string[]>>;
}

/** A period, in epoch milliseconds. The end is exclusive. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

const selectBlocks = (em: EntityManager, { environment, metricName }: SeriesSelection, step: Resolution, { from, until }: Period) =>
  tablesOf(em)
    .selectFrom('impact_series')
    .innerJoin('impact_block', 'impact_block.series_id', 'impact_series.id')
    .where('impact_series.name', '=', metricName)
    .$if(environment !== null, (query) => query.where('impact_series.environment', '=', environment))
    .where('impact_block.step', '=', step)
    .where('impact_block.start', '>=', blockOf(step, from).start)
    .where('impact_block.start', '<', until);

/** The size of the stored points of a period in characters. Reading a million takes some tens of milliseconds. */
export async function sizeOfPoints(em: EntityManager, selection: SeriesSelection, step: Resolution, period: Period): Promise<number> {
  const { size } = await selectBlocks(em, selection, step, period)
    .select(({ fn }) => fn.sum<number | string | null>(fn<number>('length', ['points'])).as('size'))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}

const storedSeries = new Projection(impactSeriesTable, ['id', 'environment', 'type', 'labels']);
const storedPoints = new Projection(impactBlockTable, ['start', 'points']);

/** The points of a period in one resolution, in the order of their times. */
export async function readPoints(em: EntityManager, selection: SeriesSelection, step: Resolution, period: Period): Promise<MetricPoint[]> {
  const { from, until } = period;
  const rows = await storedPoints.read(selectBlocks(em, selection, step, period).select(storedSeries.selection));
  return rows
    .map((row) => ({ ...row, labels: { ...storedSeries.decode(row).labels, environment: row.environment } }))
    .filter(({ labels }) => isSelected(labels, selection.labelSelectors))
    .flatMap(({ id: series, type, labels, start, points }) =>
      Object.entries(points).flatMap(([part, values]) =>
        Object.entries(values).map(([index, value]) => {
          return { series, type, labels, part, value, at: start + Number(index) * resolutions[step].stepMs };
        }),
      ),
    )
    .filter(({ at }) => at >= from && at < until)
    .toSorted((one, other) => one.at - other.at);
}

/** The points of a period, by minute up to the first full hour and by hour after it: exact, in few blocks. */
export async function readPeriod(em: EntityManager, selection: SeriesSelection, { from, until }: Period): Promise<MetricPoint[]> {
  const fullHour = Math.min(until, Math.ceil(from / hourMs) * hourMs);
  const parts = [
    await readPoints(em, selection, 'minute', { from, until: fullHour }),
    await readPoints(em, selection, 'hour', { from: fullHour, until }),
  ];
  return parts.flat();
}

/** Returns true if a series has one of the values of each label. */
export const isSelected = (labels: MetricPoint['labels'], selectors: SeriesSelection['labelSelectors']): boolean =>
  Object.entries(selectors).every(([label, values]) => values.length === 0 || values.includes(labels[label] ?? ''));
