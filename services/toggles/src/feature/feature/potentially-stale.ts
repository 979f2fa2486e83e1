import { dayMs, type EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import { tablesOf } from '../../tables/tables.ts';

/** Features joined with their types. A type may be unknown. */
export const featuresWithTypes = (em: EntityManager) =>
  tablesOf(em).selectFrom('feature').leftJoin('feature_type', 'feature_type.id', 'feature.type');

/**
 * True if a feature of `featuresWithTypes` is potentially stale: active, not stale, and past the lifetime of its type, to the
 * millisecond. Unknown types have no lifetime. Never null.
 */
export const isPotentiallyStale = (now: Date) =>
  sql<boolean>`(feature.archived_at is null and feature.stale = 0 and feature_type.lifetime_days is not null and feature.created_at + feature_type.lifetime_days * ${dayMs} <= ${now.getTime()})`;

/** Lifetimes in days by type, for types that have one. */
export type Lifetimes = ReadonlyMap<string, number>;

export async function readLifetimes(em: EntityManager): Promise<Lifetimes> {
  const rows = await tablesOf(em).selectFrom('feature_type').select(['id', 'lifetime_days']).execute();
  return new Map(rows.flatMap(({ id, lifetime_days: days }) => (days === null ? [] : [[id, days] as const])));
}

/** Like `isPotentiallyStale`, for a feature that is active and not stale. */
export function hasOutlived({ type, createdAt }: { type: string; createdAt: number }, lifetimes: Lifetimes, now: Date): boolean {
  const days = lifetimes.get(type);
  return days !== undefined && createdAt + days * dayMs <= now.getTime();
}
