import type { ImpactReport } from '@signalbox/contracts';
import { beginningOf, chunksOf, type Context, type EntityManager, minuteMs, type OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { admitSeries, droppedSeries, type DropReason } from './admit-series.ts';
import { foldImpact, type FoldedSeries } from './fold-impact.ts';
import { mergeBlocks } from './merge-blocks.ts';

export const seriesPerUnit = 50;

/** Adds impact metrics to their minutes and hours. Drops metrics of unknown environments. */
export async function writeImpact(
  context: OpenContext,
  reports: readonly ImpactReport[],
  environments: ReadonlySet<string>,
): Promise<void> {
  const known = reports.filter(({ environment }) => environments.has(environment));
  for (const [environment, own] of Map.groupBy(known, (report) => report.environment)) {
    for (const some of chunksOf(foldImpact(own), seriesPerUnit)) await context.write((unit) => addSeries(unit, environment, some));
    const at = Date.parse(own[0]?.at ?? '');
    const invalid = own.reduce((sum, { dropped = 0 }) => sum + dropped, 0);
    if (invalid > 0) await context.write(({ em }) => countDropped(em, environment, at, new Map([['invalid', invalid]])));
  }
}

/** Stores the values of series, within the limits of the environment. */
export async function addSeries(context: Context, environment: string, series: readonly FoldedSeries[]): Promise<void> {
  const { admitted, dropped } = await admitSeries(context, environment, series);
  const buckets = await storeSeries(context.em, admitted);
  const counts = new Map<DropReason, number>(buckets > 0 ? [['buckets', buckets]] : []);
  for (const { reason } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  await countDropped(context.em, environment, series[0]?.at ?? 0, counts);
}

async function countDropped(em: EntityManager, environment: string, at: number, counts: ReadonlyMap<DropReason, number>): Promise<void> {
  const minute = beginningOf(minuteMs, at);
  await storeSeries(
    em,
    [...counts].map(([reason, count]) => droppedSeries(environment, reason, minute, count)),
  );
}

/** The write of a series locks its row, and so its blocks. Returns the number of values that no block has room for. */
async function storeSeries(em: EntityManager, series: readonly FoldedSeries[]): Promise<number> {
  const rows = series.map(({ id, environment, name, type, help, labels, at }) => {
    return { id, environment, name, type, help, labels: JSON.stringify(labels), seen_at: at };
  });
  await mergeRows(em, 'impact_series', { key: ['id'], merge: { seen_at: 'max', help: 'replace' } }, rows);
  return mergeBlocks(em, series);
}
