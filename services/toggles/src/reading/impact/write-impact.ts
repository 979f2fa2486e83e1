import type { ImpactReport } from '@signalbox/contracts';
import { chunksOf, type EntityManager, type OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { impactSeries } from '../../base/setting/limits.ts';
import { tablesOf } from '../../tables/tables.ts';
import { foldImpact, type FoldedSeries, seriesId } from './fold-impact.ts';

const seriesPerUnit = 50;
/** Counts the samples of series beyond the limit, so that the loss is visible. */
export const droppedName = '[dropped]';

/** Adds impact metrics to their hours. Drops metrics of unknown environments. */
export async function writeImpact(
  context: OpenContext,
  reports: readonly ImpactReport[],
  environments: ReadonlySet<string>,
): Promise<void> {
  const folded = foldImpact(reports.filter(({ environment }) => environments.has(environment)));
  for (const some of chunksOf(folded, seriesPerUnit)) {
    await context.write(async ({ em, settings }) => {
      for (const own of Map.groupBy(some, ({ hour, environment }) => `${hour} ${environment}`).values())
        await addSeries(em, await admitSeries(em, own, settings.get(impactSeries)));
    });
  }
}

/**
 * Limits the series in one hour of an environment to `max`, because holders of public tokens can invent labels. Two processes that admit
 * series simultaneously may exceed the limit by the size of their batches.
 */
async function admitSeries(em: EntityManager, series: readonly FoldedSeries[], max: number): Promise<readonly FoldedSeries[]> {
  const [first] = series;
  if (!first) return [];
  const rows = await tablesOf(em)
    .selectFrom('impact_hour')
    .where('hour', '=', first.hour)
    .where('environment', '=', first.environment)
    .where('part', 'in', ['value', 'count'])
    .select('series_id')
    .execute();
  const known = new Set(rows.map(({ series_id }) => series_id));
  const fresh = series.filter(({ id }) => !known.has(id)).slice(0, Math.max(0, max - known.size));
  const admitted = known.union(new Set(fresh.map(({ id }) => id)));
  const stored = series.filter(({ id }) => admitted.has(id));
  return stored.length === series.length ? stored : [...stored, droppedSeries(first, series.length - stored.length)];
}

function droppedSeries({ environment, hour, at }: FoldedSeries, dropped: number): FoldedSeries {
  const key = { environment, name: droppedName, type: 'counter', labels: {} } as const;
  return { ...key, id: seriesId(key), help: 'Series dropped at the limit.', hour, at, parts: new Map([['value', dropped]]) };
}

async function addSeries(em: EntityManager, series: readonly FoldedSeries[]): Promise<void> {
  const rows = series.map(({ id, environment, name, type, help, labels, at }) => {
    return { id, environment, name, type, help, labels: JSON.stringify(labels), seen_at: at };
  });
  await mergeRows(em, 'impact_series', { key: ['id'], merge: { seen_at: 'max', help: 'replace' } }, rows);
  const [gauges, sums] = [series.filter(({ type }) => type === 'gauge'), series.filter(({ type }) => type !== 'gauge')];
  await addHours(em, gauges, 'replace');
  await addHours(em, sums, 'add');
}

function addHours(em: EntityManager, series: readonly FoldedSeries[], merging: 'add' | 'replace'): Promise<void> {
  const rows = series.flatMap(({ hour, environment, id, parts }) =>
    [...parts].map(([part, value]) => ({ hour, environment, series_id: id, part, value })),
  );
  return mergeRows(em, 'impact_hour', { key: ['hour', 'environment', 'series_id', 'part'], merge: { value: merging } }, rows);
}
