import type { EntityManager } from '@signalbox/kit';
import { hasOutlived, type Lifetimes, readLifetimes } from '../../feature/feature/potentially-stale.ts';
import type { IndexedFeature } from '../feature-index/indexed-feature.ts';

/** Numbers of fresh and stale features among the active ones of a project. */
export interface Staleness {
  readonly activeCount: number;
  readonly staleCount: number;
  /** Part of `activeCount`. */
  readonly potentiallyStaleCount: number;
}

/** From 0 to 100. Stale and potentially stale features lower it (reference, toggle side §15). */
export function healthOf({ activeCount, staleCount, potentiallyStaleCount }: Staleness): number {
  const total = activeCount + staleCount;
  return total === 0 ? 100 : Math.round(100 - (100 * (staleCount + potentiallyStaleCount)) / total);
}

/** The percentage of active features that are stale or potentially stale: the complement of health. */
export const technicalDebtOf = (health: number): number => 100 - health;

/** Counts fresh and stale features at the given time. */
export async function readStaleness(em: EntityManager, features: readonly IndexedFeature[], now: Date): Promise<Staleness> {
  return countStaleness(features, await readLifetimes(em), now);
}

/** Returns a function that counts the fresh and stale features of a project. */
export async function readStalenessByProject(em: EntityManager, features: readonly IndexedFeature[], now: Date) {
  const lifetimes = await readLifetimes(em);
  const projects = Map.groupBy(features, ({ project }) => project);
  return (project: string): Staleness => countStaleness(projects.get(project) ?? [], lifetimes, now);
}

function countStaleness(features: readonly IndexedFeature[], lifetimes: Lifetimes, now: Date): Staleness {
  let [activeCount, staleCount, potentiallyStaleCount] = [0, 0, 0];
  for (const feature of features) {
    if (feature.archivedAt !== null) continue;
    if (feature.stale) staleCount += 1;
    else {
      activeCount += 1;
      if (hasOutlived(feature, lifetimes, now)) potentiallyStaleCount += 1;
    }
  }
  return { activeCount, staleCount, potentiallyStaleCount };
}
