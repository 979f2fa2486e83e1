import type { EntityManager } from '@signalbox/kit';
import { featuresWithTypes, isPotentiallyStale } from '../../feature/feature/potentially-stale.ts';

/** How many active features of a project are fresh or stale. */
export interface Staleness {
  readonly activeCount: number;
  readonly staleCount: number;
  /** Of the active ones. */
  readonly potentiallyStaleCount: number;
}

/** Out of 100, less for what is stale and for what has outlived its type (reference, toggle side §15). */
export function healthOf({ activeCount, staleCount, potentiallyStaleCount }: Staleness): number {
  const total = activeCount + staleCount;
  return total === 0 ? 100 : Math.round(100 - (100 * (staleCount + potentiallyStaleCount)) / total);
}

/** The share of active features that are stale or have outlived their type, in percent: what health lacks. */
export const technicalDebtOf = (health: number): number => 100 - health;

const nothing: Staleness = { activeCount: 0, staleCount: 0, potentiallyStaleCount: 0 };

/** Of one project, at this moment. */
export async function readStaleness(em: EntityManager, project: string, now: Date): Promise<Staleness> {
  const [row] = await countStaleness(em, now).where('project_id', '=', project).execute();
  return row ? present(row) : nothing;
}

/** The health of every project that has active features. */
export async function readHealths(em: EntityManager, now: Date): Promise<Map<string, number>> {
  const rows = await countStaleness(em, now).execute();
  return new Map(rows.map((row) => [row.project_id, healthOf(present(row))]));
}

function countStaleness(em: EntityManager, now: Date) {
  return featuresWithTypes(em)
    .where('archived_at', 'is', null)
    .groupBy('project_id')
    .select('project_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.sum<number>('stale').as('stale'),
      fn.sum<number>(isPotentiallyStale(now)).as('old'),
    ]);
}

function present({ total, stale, old }: { total: number; stale: number; old: number }): Staleness {
  return { activeCount: Number(total) - Number(stale), staleCount: Number(stale), potentiallyStaleCount: Number(old) };
}
