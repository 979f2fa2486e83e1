import { LockMode } from '@mikro-orm/core';
import { featurePotentiallyStaleOn } from '@signalbox/contracts';
import { chunksOf, type Context, type EntityManager, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { sql } from 'kysely';
import { eventKeys, Feature } from './feature.ts';
import { featuresWithTypes, isPotentiallyStale } from './potentially-stale.ts';

const featuresPerUnit = 200;

export const markPotentiallyStaleJob = job({
  name: 'mark-potentially-stale',
  everyMs: minuteMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: (context) => markPotentiallyStale(context),
});

/**
 * Marks each active feature that has outlived its type and is not stale, and emits that once. Removes a mark without an event
 * when the lifetime of the type grows (reference, toggle side §10.1).
 */
async function markPotentiallyStale(context: OpenContext): Promise<void> {
  const names = await changed(context.em, context.now());
  for (const some of chunksOf(names, featuresPerUnit)) await context.write((work) => markAgain(work, some));
}

/** The active features whose mark is outdated. */
async function changed(em: EntityManager, now: Date): Promise<string[]> {
  const rows = await featuresWithTypes(em)
    .where('feature.archived_at', 'is', null)
    .where('feature.stale', '=', 0)
    .where(sql<boolean>`feature.potentially_stale <> ${isPotentiallyStale(now)}`)
    .orderBy('feature.name')
    .select('feature.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Checks again under the lock, because the feature may have changed since the query. */
async function markAgain(context: Context, names: readonly string[]): Promise<void> {
  const { em, now } = context;
  const where = { name: { $in: [...names] }, stale: false, archivedAt: null };
  const features = await em.find(Feature, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  const old = await featuresWithTypes(em)
    .where('feature.name', 'in', names)
    .where(isPotentiallyStale(now()))
    .select('feature.name')
    .execute();
  const oldNames = new Set(old.map(({ name }) => name));
  for (const feature of features) {
    const isOld = oldNames.has(feature.name);
    if (isOld && !feature.potentiallyStale) context.publish(featurePotentiallyStaleOn, eventKeys(feature));
    feature.potentiallyStale = isOld;
  }
}
