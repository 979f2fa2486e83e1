import { isDeepStrictEqual } from 'node:util';
import type { FeatureSnooze, OnlyAnswer } from '@signalbox/contracts';
import type { Constancy } from '@signalbox/engine';
import { dayMs } from '@signalbox/kit';
import type { CleanupVerdict } from '../../reading/search/search.schema.ts';
import type { Blocker, Cleanup, Reason } from './cleanup.schema.ts';

/** A feature in one environment. Times are epoch milliseconds, as everywhere here. */
export interface EnvironmentFacts {
  readonly environment: string;
  /** True if its answers decide: all of the types in CLEANUP_ENVIRONMENT_TYPES, or all if there is none. */
  readonly decides: boolean;
  readonly constancy: Constancy;
  readonly lastSeen: number | null;
}

/** Everything that the verdict on a feature depends on. */
export interface Facts {
  readonly feature: string;
  readonly createdAt: number;
  /** The last change of the feature or its parent by a user. */
  readonly changedAt: number;
  /** The answer at the last run of the job; null before the first. */
  readonly last: { readonly winner: OnlyAnswer | null; readonly since: number | null } | null;
  readonly completedAt: number | null;
  /** True if a user marked it as stale. */
  readonly stale: boolean;
  /** True if production has used it. A feature that was never on is new rather than old. */
  readonly wasLive: boolean;
  /** Null for a permanent type. */
  readonly lifetimeDays: number | null;
  readonly environments: readonly EnvironmentFacts[];
  readonly references: { readonly count: number; readonly extinctSince: number | null };
  readonly scans: { readonly repositories: number; readonly lastScan: number | null };
  readonly children: readonly string[];
  readonly plans: readonly { readonly environment: string; readonly name: string }[];
  readonly requests: readonly number[];
  readonly snooze: (FeatureSnooze & { readonly createdBy: string }) | null;
}

const scanDays = 7;
const text = (ms: number): string => new Date(ms).toISOString();
const reason = (code: Reason['code'], since: number, evidence: string, environment?: string): Reason => ({
  code,
  since: text(since),
  ...(environment !== undefined && { environment }),
  evidence,
});

/** Judges a feature. It is quiet once no application has requested it for `quietDays`. */
export function judgeCleanup(facts: Facts, now: Date, quietDays: number): Cleanup {
  const time = now.getTime();
  const winner = winnerOf(facts);
  const winnerSince = sinceOf(facts, winner, time);
  const reasons = [
    ...facts.environments.flatMap((own) => constantReasons(own, own.decides && winner ? winnerSince : facts.changedAt)),
    ...ageReasons(facts, time),
    ...quietReasons(facts, time, quietDays),
    ...codeReasons(facts, time),
  ];
  const blockers = blockersOf(facts, time);
  const { count } = facts.references;
  const { repositories, lastScan } = facts.scans;
  return {
    feature: facts.feature,
    verdict: verdictOf(facts, { winner, reasons, blockers, isUnchanged: winner !== null && winnerSince <= time - quietDays * dayMs }),
    winner,
    winnerSince: winner && text(winnerSince),
    reasons,
    blockers,
    snooze: facts.snooze && { until: facts.snooze.until, reason: facts.snooze.reason },
    references: { repositories, count, lastScan: lastScan === null ? null : text(lastScan) },
    order: ['code', 'deploy', 'archive'],
  };
}

interface Grounds {
  readonly winner: OnlyAnswer | null;
  readonly reasons: readonly Reason[];
  readonly blockers: readonly Blocker[];
  readonly isUnchanged: boolean;
}

function verdictOf(facts: Facts, { winner, reasons, blockers, isUnchanged }: Grounds): CleanupVerdict {
  const has = (...codes: readonly Reason['code'][]) => reasons.some(({ code }) => codes.includes(code));
  const isQuiet = has('not-requested', 'never-requested');
  const isOld = has('completed', 'stale', 'over-lifetime', 'date-passed') || (isUnchanged && facts.wasLive);
  const isReady = winner !== null && isOld;
  const canArchive = (isReady || has('completed') || isUnchanged) && has('no-code') && isQuiet;
  if (canArchive || isReady) return blockers.length > 0 ? 'blocked' : canArchive ? 'archive' : 'remove-code';
  return isOld || isQuiet ? 'candidate' : 'keep';
}

/** The answer in all deciding environments, if it is the same. */
function winnerOf({ environments }: Facts): OnlyAnswer | null {
  const winners = environments.filter(({ decides }) => decides).map(({ constancy }) => constancy.winner);
  const [first] = winners;
  return first && winners.every((winner) => isDeepStrictEqual(winner, first)) ? first : null;
}

/** An answer may be younger than the last change by a user: tokens, segments, parents and the time change it too. */
function sinceOf({ changedAt, last }: Facts, winner: OnlyAnswer | null, now: number): number {
  if (!last) return changedAt;
  return isDeepStrictEqual(last.winner, winner) ? Math.max(changedAt, last.since ?? 0) : now;
}

const because: Readonly<Record<Constancy['because'], string>> = {
  switch: 'by its switch',
  strategies: 'by its strategies',
  variants: 'by its variants',
  parents: 'by its parent',
};

function constantReasons({ environment, constancy }: EnvironmentFacts, since: number): Reason[] {
  const { winner, datePassed } = constancy;
  if (!winner) return [];
  const variant = winner.variant ? ` with variant ${winner.variant.name}` : '';
  const evidence = `${winner.enabled ? 'on' : 'off'}${variant} for everybody, ${because[constancy.because]}`;
  const passed = datePassed === null ? [] : [reason('date-passed', datePassed, `compares with ${text(datePassed)}`, environment)];
  return [reason('constant', Math.max(since, datePassed ?? 0), evidence, environment), ...passed];
}

function ageReasons({ createdAt, changedAt, completedAt, stale, lifetimeDays }: Facts, now: number): Reason[] {
  const end = createdAt + (lifetimeDays ?? Number.POSITIVE_INFINITY) * dayMs;
  return [
    ...(end <= now ? [reason('over-lifetime', end, `older than the ${lifetimeDays} days of its type`)] : []),
    ...(completedAt === null ? [] : [reason('completed', completedAt, 'marked as completed')]),
    ...(stale ? [reason('stale', changedAt, 'marked as stale')] : []),
  ];
}

/** Quiet in all environments: an application that asks anywhere still contains the feature. */
function quietReasons({ createdAt, environments }: Facts, now: number, quietDays: number): Reason[] {
  const seen = environments.flatMap(({ environment, lastSeen }) => (lastSeen === null ? [] : [{ environment, lastSeen }]));
  const last = Math.max(createdAt, ...seen.map(({ lastSeen }) => lastSeen));
  const days = Math.floor((now - last) / dayMs);
  if (days < quietDays) return [];
  if (seen.length === 0) return [reason('never-requested', createdAt, `no application has requested it in ${days} days`)];
  return seen.map(({ environment, lastSeen }) => reason('not-requested', lastSeen, `last requested at ${text(lastSeen)}`, environment));
}

/** A scan proves nothing about features that are younger. */
function codeReasons({ createdAt, references, scans }: Facts, now: number): Reason[] {
  const { repositories, lastScan } = scans;
  if (lastScan === null || lastScan < Math.max(createdAt, now - scanDays * dayMs) || references.count > 0) return [];
  return [
    reason(
      'no-code',
      references.extinctSince ?? lastScan,
      `no reference in ${repositories} scanned ${repositories === 1 ? 'repository' : 'repositories'}`,
    ),
  ];
}

function blockersOf({ children, plans, requests, lifetimeDays, snooze }: Facts, now: number): Blocker[] {
  return [
    ...children.map((child): Blocker => ({ code: 'children', evidence: `${child} depends on it` })),
    ...requests.map((id): Blocker => ({ code: 'change-request', evidence: `change request #${id} is open` })),
    ...plans.map(({ environment, name }): Blocker => ({ code: 'release-plan', environment, evidence: `the release ${name} is running` })),
    ...(lifetimeDays === null ? [{ code: 'permanent', evidence: 'its type is permanent' } as const] : []),
    ...(snooze && Date.parse(snooze.until) > now
      ? [{ code: 'snoozed', evidence: `${snooze.createdBy} keeps it until ${snooze.until}: ${snooze.reason}` } as const]
      : []),
  ];
}
