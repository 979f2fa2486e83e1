import { LockMode } from '@mikro-orm/core';
import { featurePotentiallyStaleOn } from '@signalbox/contracts';
import { chunksOf, type Context, dayMs, type EntityManager, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';
import { eventKeys, Feature } from './feature.ts';
import { FeatureType } from '../../vocabulary/feature-type/feature-type.ts';

const featuresPerUnit = 200;

export const markPotentiallyStaleJob = job({
  name: 'mark-potentially-stale',
  everyMs: minuteMs,
  oneAtATime: true,
  run: (context) => markPotentiallyStale(context),
});

/**
 * Marks each active feature that has outlived its type and is not stale, and states it once. A mark that a longer
 * lifetime takes off is not stated (reference, toggle side §10.1).
 */
export async function markPotentiallyStale(context: OpenContext): Promise<void> {
  const names = await changed(context.em, context.now());
  for (const some of chunksOf(names, featuresPerUnit)) await context.write((work) => markAgain(work, some));
}

/** The features whose mark is not what the clock says. A type that is unknown or has no lifetime makes nothing old. */
async function changed(em: EntityManager, now: Date): Promise<string[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .leftJoin('feature_type', 'feature_type.id', 'feature.type')
    .where('archived_at', 'is', null)
    .where('stale', '=', 0)
    .where((is) => {
      const end = is('feature.created_at', '+', is('lifetime_days', '*', is.val(dayMs)));
      const isOld = is.and([is('lifetime_days', 'is not', null), is(end, '<', now.getTime())]);
      const isMarked = is('potentially_stale', '=', 1);
      return is.or([is.and([is.not(isMarked), isOld]), is.and([isMarked, is.not(isOld)])]);
    })
    .orderBy('feature.name')
    .select('feature.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Decides again under the lock: the feature may have changed since it was found. */
async function markAgain(context: Context, names: readonly string[]): Promise<void> {
  const { em, now } = context;
  const where = { name: { $in: [...names] }, stale: false, archivedAt: null };
  const features = await em.find(Feature, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  const lifetimes = new Map((await em.find(FeatureType, {})).map(({ id, lifetimeDays }) => [id, lifetimeDays ?? Infinity]));
  for (const feature of features) {
    const isOld = feature.createdAt.getTime() + (lifetimes.get(feature.type) ?? Infinity) * dayMs < now().getTime();
    if (isOld && !feature.potentiallyStale) context.publish(featurePotentiallyStaleOn, eventKeys(feature));
    feature.potentiallyStale = isOld;
  }
}
