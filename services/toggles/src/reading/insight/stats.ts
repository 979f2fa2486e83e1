import { beginningOf, dayMs, type EntityManager, type ReadContext } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';
import type { Stats } from './stats.schema.ts';

/** What the figures call the current window. */
export const windowMs = 30 * dayMs;

/** Counted anew on each call, in three statements. */
export async function readStats({ em, access, now }: Pick<ReadContext, 'em' | 'access' | 'now'>, project: string): Promise<Stats> {
  const time = now().getTime();
  const features = await countFeatures(em, project, time);
  const activity = await countActivity(em, project, time);
  const joined = [...access.members(project).values()];
  return {
    avgTimeToProdCurrentWindow: await meanDaysToProduction(em, project),
    ...features,
    ...activity,
    projectMembersAddedCurrentWindow: joined.filter((since) => since.getTime() >= time - windowMs).length,
  };
}

async function countFeatures(em: EntityManager, project: string, now: number) {
  const counts = await tablesOf(em)
    .selectFrom('feature')
    .where('project_id', '=', project)
    .select((feature) => {
      const current = (column: 'created_at' | 'archived_at') => feature(column, '>=', now - windowMs);
      const past = (column: 'created_at' | 'archived_at') =>
        feature.and([feature(column, '>=', now - 2 * windowMs), feature(column, '<', now - windowMs)]);
      const count = (condition: ReturnType<typeof current>) =>
        feature.fn.sum<number | null>(feature.case().when(condition).then(1).else(0).end());
      const isActive = feature('archived_at', 'is', null);
      return [
        count(feature.and([isActive, current('created_at')])).as('createdCurrentWindow'),
        count(feature.and([isActive, past('created_at')])).as('createdPastWindow'),
        count(current('archived_at')).as('archivedCurrentWindow'),
        count(past('archived_at')).as('archivedPastWindow'),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    createdCurrentWindow: Number(counts.createdCurrentWindow),
    createdPastWindow: Number(counts.createdPastWindow),
    archivedCurrentWindow: Number(counts.archivedCurrentWindow),
    archivedPastWindow: Number(counts.archivedPastWindow),
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
  if (days.length === 0) return 0;
  return Math.round((days.reduce((total, own) => total + own, 0) / days.length) * 10) / 10;
}

/** The features of type release that have been in production, archived ones included, by name. */
export async function readLeadTimes(em: EntityManager, project: string): Promise<{ name: string; timeToProduction: number }[]> {
  const rows = await tablesOf(em)
    .selectFrom('first_production')
    .innerJoin('feature', 'feature.name', 'feature_name')
    .where('project_id', '=', project)
    .where('type', '=', 'release')
    .select(['feature.name', 'feature.created_at', 'at'])
    .orderBy('feature.name')
    .execute();
  return rows.map(({ name, created_at, at }) => ({ name, timeToProduction: daysBetween(Number(created_at), Number(at)) }));
}

async function meanDaysToProduction(em: EntityManager, project: string): Promise<number> {
  const times = await readLeadTimes(em, project);
  return mean(times.map(({ timeToProduction }) => timeToProduction));
}
