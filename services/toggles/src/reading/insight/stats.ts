import { beginningOf, dayMs, type EntityManager, type ReadContext } from '@signalbox/kit';
import { sql } from 'kysely';
import { tablesOf } from '../../base/database/tables.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import type { Stats } from './stats.schema.ts';

/** What the figures call the current window. */
export const windowMs = 30 * dayMs;

/** Counted anew on each call, from all features of the project and in two statements. */
export async function readStats(
  { em, access, now }: Pick<ReadContext, 'em' | 'access' | 'now'>,
  project: string,
  features: readonly IndexedFeature[],
): Promise<Stats> {
  const time = now().getTime();
  const activity = await countActivity(em, project, time);
  const joined = [...access.members(project).values()];
  return {
    avgTimeToProdCurrentWindow: await meanDaysToProduction(em, project),
    ...countFeatures(features, time),
    ...activity,
    projectMembersAddedCurrentWindow: joined.filter((since) => since.getTime() >= time - windowMs).length,
  };
}

function countFeatures(features: readonly IndexedFeature[], now: number) {
  const created = features.flatMap(({ archivedAt, createdAt }) => (archivedAt === null ? [createdAt] : []));
  const archived = features.flatMap(({ archivedAt }) => archivedAt ?? []);
  const current = (instants: readonly number[]) => instants.filter((at) => at >= now - windowMs).length;
  const past = (instants: readonly number[]) => instants.filter((at) => at >= now - 2 * windowMs && at < now - windowMs).length;
  return {
    createdCurrentWindow: current(created),
    createdPastWindow: past(created),
    archivedCurrentWindow: current(archived),
    archivedPastWindow: past(archived),
  };
}

/** By whole days (UTC): today and the 29 before it, then the 30 before those. */
async function countActivity(em: EntityManager, project: string, now: number) {
  const current = beginningOf(dayMs, now) - 29 * dayMs;
  const days = await tablesOf(em)
    .selectFrom('project_activity')
    .where('project_id', '=', project)
    .where('day', '>=', current - windowMs)
    .select(['day', 'events'])
    .execute();
  const sum = (isMeant: (day: number) => boolean) =>
    days.reduce((total, { day, events }) => total + (isMeant(Number(day)) ? Number(events) : 0), 0);
  return {
    projectActivityCurrentWindow: sum((day) => day >= current),
    projectActivityPastWindow: sum((day) => day < current),
  };
}

/** Whole days from creation to the first switching on in production, of one feature. */
export const daysBetween = (created: number, at: number): number => Math.trunc((at - created) / dayMs);

/** To one decimal; 0 when nothing is in production. */
export function mean(days: readonly number[]): number {
  return toOneDecimal(
    days.reduce((total, own) => total + own, 0),
    days.length,
  );
}

const toOneDecimal = (sum: number, count: number): number => (count === 0 ? 0 : Math.round((sum / count) * 10) / 10);

/** Features of type release that have been in production, archived ones included. */
const released = (em: EntityManager, project: string) =>
  tablesOf(em)
    .selectFrom('first_production')
    .innerJoin('feature', 'feature.name', 'feature_name')
    .where('project_id', '=', project)
    .where('type', '=', 'release');

/** By name. */
export async function readLeadTimes(em: EntityManager, project: string): Promise<{ name: string; timeToProduction: number }[]> {
  const rows = await released(em, project).select(['feature.name', 'feature.created_at', 'at']).orderBy('feature.name').execute();
  return rows.map(({ name, created_at, at }) => ({ name, timeToProduction: daysBetween(Number(created_at), Number(at)) }));
}

async function meanDaysToProduction(em: EntityManager, project: string): Promise<number> {
  const waited = sql<number>`(at - feature.created_at)`;
  const { days, count } = await released(em, project)
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number | null>`sum(${waited} - ${waited} % ${dayMs})`.as('days')])
    .executeTakeFirstOrThrow();
  return toOneDecimal(Number(days) / dayMs, Number(count));
}
