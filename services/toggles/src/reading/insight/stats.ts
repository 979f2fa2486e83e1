import { beginningOf, compareTexts, dayMs, type EntityManager, type ReadContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';
import type { Static } from 'typebox';
import type { Stats, Week } from './stats.schema.ts';

/** Length of the current window. */
export const windowMs = 30 * dayMs;

/** Computed for each request from all features of the project, in one statement. */
export async function readStats(
  { em, access, now }: Pick<ReadContext, 'em' | 'access' | 'now'>,
  project: string,
  features: readonly IndexedFeature[],
): Promise<Stats> {
  const time = now().getTime();
  const activity = await countActivity(em, project, time);
  const joined = [...access.members(project).values()];
  return {
    avgTimeToProdCurrentWindow: meanOf(unsortedLeadTimes(features)),
    ...countFeatures(features, time),
    ...activity,
    projectMembersAddedCurrentWindow: joined.filter((since) => since.getTime() >= time - windowMs).length,
  };
}

function countFeatures(features: readonly IndexedFeature[], now: number) {
  const counts = { createdCurrentWindow: 0, createdPastWindow: 0, archivedCurrentWindow: 0, archivedPastWindow: 0 };
  for (const { createdAt, archivedAt } of features) {
    const what = archivedAt === null ? 'created' : 'archived';
    const at = archivedAt ?? createdAt;
    if (at >= now - windowMs) counts[`${what}CurrentWindow`] += 1;
    else if (at >= now - 2 * windowMs) counts[`${what}PastWindow`] += 1;
  }
  return counts;
}

const shownWeeks = 12;
const weekMs = 7 * dayMs;

/** Features created and archived in each of the last twelve weeks of seven days (UTC). The last week ends today. */
export function countWeeks(features: readonly IndexedFeature[], now: Date): Static<typeof Week>[] {
  const end = beginningOf(dayMs, now.getTime()) + dayMs;
  return Array.from({ length: shownWeeks }, (_, index) => {
    const start = end - (shownWeeks - index) * weekMs;
    const isIn = (at: number | null) => at !== null && at >= start && at < start + weekMs;
    return {
      start: new Date(start).toISOString().slice(0, 10),
      created: features.filter(({ createdAt }) => isIn(createdAt)).length,
      archived: features.filter(({ archivedAt }) => isIn(archivedAt)).length,
    };
  });
}

/** Counts by whole days (UTC): today and the 29 days before it, then the 30 days before those. */
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

/** Whole days from the creation of a feature to its first use in production. */
export const daysBetween = (created: number, at: number): number => Math.trunc((at - created) / dayMs);

/** The mean, rounded to one decimal; 0 for an empty list. */
export function mean(days: readonly number[]): number {
  if (days.length === 0) return 0;
  return Math.round((days.reduce((total, own) => total + own, 0) / days.length) * 10) / 10;
}

/** Lead times of features of type release that have been in production, including archived ones, by name. */
export const leadTimesOf = (features: readonly IndexedFeature[]) =>
  unsortedLeadTimes(features).sort((one, other) => compareTexts(one.name, other.name));

const unsortedLeadTimes = (features: readonly IndexedFeature[]): { name: string; timeToProduction: number }[] =>
  features.flatMap(({ name, type, createdAt, inProductionAt: at }) =>
    type === 'release' && at !== null ? [{ name, timeToProduction: daysBetween(createdAt, at) }] : [],
  );

/** The mean of the result of `leadTimesOf`. */
export const meanOf = (times: ReturnType<typeof leadTimesOf>): number => mean(times.map(({ timeToProduction }) => timeToProduction));
