import { dayMs } from '../../base/format.ts';
import type { FoundFeature, InputOf } from '../../server/ask.ts';

type Query = NonNullable<InputOf<'GET /api/admin/search/features'>['query']>;

/** Reasons why a feature may be removed. */
export const reasons = ['stale', 'old', 'completed', 'silent', 'unused'] as const;
export type Reason = (typeof reasons)[number];

/** Days without an evaluation after which a feature counts as unused. */
const silentDays = 30;

const daysBefore = (now: number, days: number): string => new Date(now - days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The search for features of a project with the given reason. */
export function queryFor(reason: Reason, project: string, now: number): Query {
  const own: Readonly<Record<Reason, Query>> = {
    stale: { state: 'IS_ANY_OF:stale' },
    old: { state: 'IS_ANY_OF:potentially-stale' },
    completed: { lifecycle: 'IS_ANY_OF:completed' },
    silent: { lastSeenAt: `IS_BEFORE:${daysBefore(now, silentDays)}` },
    unused: { lifecycle: 'IS_ANY_OF:initial', createdAt: `IS_BEFORE:${daysBefore(now, silentDays)}` },
  };
  return { project: `IS:${project}`, sortBy: 'name', ...own[reason] };
}

/** The properties that decide the reasons. */
export type Judged = Pick<FoundFeature, 'type' | 'stale' | 'createdAt' | 'lastSeenAt' | 'lifecycle'>;

/** All reasons for removing a feature, in words. `lifetimes` has the expected lifetime in days by feature type. */
export function describeReasons(feature: Judged, lifetimes: ReadonlyMap<string, number>, now: number): readonly string[] {
  const { type, stale, createdAt, lastSeenAt, lifecycle } = feature;
  const age = daysSince(createdAt, now);
  const lifetime = lifetimes.get(type);
  const silence = lastSeenAt === null ? null : daysSince(lastSeenAt, now);

  return [
    ...(stale ? ['marked stale'] : []),
    ...(!stale && lifetime !== undefined && age >= lifetime
      ? [`${age} days old; ${type} features are expected to last ${lifetime} days`]
      : []),
    ...(lifecycle.stage === 'completed' ? [lifecycle.status === 'kept' ? 'completed, kept' : 'completed, discarded'] : []),
    ...(silence !== null && silence >= silentDays ? [`not evaluated for ${silence} days`] : []),
    ...(silence === null && age >= silentDays ? [`never evaluated in ${age} days`] : []),
  ];
}

const daysSince = (at: string, now: number): number => Math.floor((now - Date.parse(at)) / dayMs);
