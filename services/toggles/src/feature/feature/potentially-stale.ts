import { dayMs, type EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import { tablesOf } from '../../base/database/tables.ts';

/** Features beside their types; a type may be unknown. */
export const featuresWithTypes = (em: EntityManager) =>
  tablesOf(em).selectFrom('feature').leftJoin('feature_type', 'feature_type.id', 'feature.type');

/**
 * Whether a feature of `featuresWithTypes` is potentially stale: active, not stale, and the lifetime of its type is over,
 * to the millisecond. A type that is unknown or has no lifetime makes nothing old. Never null.
 */
export const isPotentiallyStale = (now: Date) =>
  sql<boolean>`(feature.archived_at is null and feature.stale = 0 and feature_type.lifetime_days is not null and feature.created_at + feature_type.lifetime_days * ${dayMs} <= ${now.getTime()})`;
