import type { EntityManager } from '@signalbox/kit';
import { hasOutlived, type Lifetimes, readLifetimes } from '../../feature/feature/potentially-stale.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';

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

/** Of these features, at this moment. */
export async function readStaleness(em: EntityManager, features: readonly IndexedFeature[], now: Date): Promise<Staleness> {
  return countStaleness(features, await readLifetimes(em), now);
}

/** The health of every project that has active features. */
export async function readHealths(em: EntityManager, features: readonly IndexedFeature[], now: Date): Promise<Map<string, number>> {
  const lifetimes = await readLifetimes(em);
  const projects = Map.groupBy(features, ({ project }) => project);
  return new Map([...projects].map(([project, own]) => [project, healthOf(countStaleness(own, lifetimes, now))]));
}

function countStaleness(features: readonly IndexedFeature[], lifetimes: Lifetimes, now: Date): Staleness {
  const active = features.filter(({ archivedAt }) => archivedAt === null);
  const fresh = active.filter(({ stale }) => !stale);
  return {
    activeCount: fresh.length,
    staleCount: active.length - fresh.length,
    potentiallyStaleCount: fresh.filter((feature) => hasOutlived(feature, lifetimes, now)).length,
  };
}
