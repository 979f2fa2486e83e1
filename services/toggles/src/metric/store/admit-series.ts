import { dayMs, type EntityManager, type Settings } from '@signalbox/kit';
import { maxImpactMetrics, maxImpactSeries } from '../../base/setting/limits.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type FoldedSeries, seriesId } from './fold-impact.ts';

/** Counts values that were not stored, so that the loss is visible. Not a name that applications can report. */
export const droppedName = '[dropped]';

/** The environment of metrics that were registered before an application reported them. */
export const everywhere = '';

/** Reasons for not storing values. */
export const dropReasons = ['metrics', 'series', 'buckets', 'invalid'] as const;
export type DropReason = (typeof dropReasons)[number];

/** A series that counts dropped values. */
export function droppedSeries(environment: string, reason: DropReason, minute: number, count: number): FoldedSeries {
  const key = { environment, name: droppedName, type: 'counter', labels: { reason } } as const;
  return {
    ...key,
    id: seriesId(key),
    help: 'Values that were not stored.',
    at: minute,
    minutes: new Map([[minute, new Map([['value', count]])]]),
  };
}

interface Admission {
  readonly admitted: readonly FoldedSeries[];
  readonly dropped: readonly { readonly series: FoldedSeries; readonly reason: DropReason }[];
}

/**
 * Limits the metrics of an environment and the series of each metric, because applications can invent labels. Series of the last day
 * count. Two processes that admit series simultaneously may exceed the limits by the size of their batches.
 */
export async function admitSeries(
  { em, settings }: { readonly em: EntityManager; readonly settings: Settings },
  environment: string,
  series: readonly FoldedSeries[],
): Promise<Admission> {
  const since = Math.max(...series.map(({ at }) => at)) - dayMs;
  const known = await readKnown(em, series, since);
  if (known.size === series.length) return { admitted: series, dropped: [] };
  const counts = await countSeries(em, environment, since);
  const dropped: Admission['dropped'][number][] = [];
  const admitted = series.filter((one) => {
    if (known.has(one.id)) return true;
    const count = counts.get(one.name);
    const reason = count === undefined && counts.size >= settings.get(maxImpactMetrics) ? 'metrics' : 'series';
    if (reason === 'metrics' || (count ?? 0) >= settings.get(maxImpactSeries)) {
      dropped.push({ series: one, reason });
      return false;
    }
    counts.set(one.name, (count ?? 0) + 1);
    return true;
  });
  return { admitted, dropped };
}

async function readKnown(em: EntityManager, series: readonly FoldedSeries[], since: number): Promise<ReadonlySet<string>> {
  const ids = series.map(({ id }) => id);
  const rows = await tablesOf(em).selectFrom('impact_series').where('id', 'in', ids).where('seen_at', '>=', since).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

async function countSeries(em: EntityManager, environment: string, since: number): Promise<Map<string, number>> {
  const rows = await tablesOf(em)
    .selectFrom('impact_series')
    .where('environment', '=', environment)
    .where('seen_at', '>=', since)
    .where('name', '<>', droppedName)
    .select(['name', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('name')
    .execute();
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}
