import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { Completion, DateTime, featureCompleted, featureMetadataUpdated, nullable } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import { Type, type Static } from 'typebox';
import { eventKeys, Feature } from '../../feature/feature/feature.ts';
import { serializeMetadata } from '../../feature/feature/feature.schema.ts';

const OptionalTime = Type.Optional(nullable(DateTime));

const Completed = Type.Object({
  at: DateTime,
  status: Completion.properties.status,
  statusValue: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
});

/** The times at which a feature entered the stages of its lifecycle. */
export const ImportedDates = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  createdAt: OptionalTime,
  preLiveAt: OptionalTime,
  liveAt: OptionalTime,
  completed: Type.Optional(nullable(Completed)),
  /** Has no effect on a feature that is not archived. */
  archivedAt: OptionalTime,
});
export type ImportedDates = Static<typeof ImportedDates>;

/** Moves the dates of features back to the imported ones; later dates have no effect. Lead times follow the imported `liveAt`. Returns the number of entries of known features. */
export async function importDates(context: Context, entries: readonly ImportedDates[]): Promise<number> {
  const names = entries.map(({ name }) => name);
  const where = { name: { $in: names } };
  const found = await context.em.find(Feature, where, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  const features = new Map(found.map((feature) => [feature.name, feature]));
  const known = entries.flatMap((entry) => {
    const feature = features.get(entry.name);
    return feature ? [{ feature, entry }] : [];
  });
  for (const { feature, entry } of known) setDates(context, feature, entry);
  await context.em.flush();
  const live = known.flatMap(({ feature, entry }) =>
    entry.liveAt && feature.liveAt ? [{ feature_name: feature.name, at: feature.liveAt.getTime() }] : [],
  );
  await mergeRows(context.em, 'first_production', { key: ['feature_name'], merge: { at: 'replace' } }, live);
  return known.length;
}

function setDates(context: Context, feature: Feature, { createdAt, preLiveAt, liveAt, completed, archivedAt }: ImportedDates): void {
  const preData = serializeMetadata(feature);
  feature.createdAt = earlier(feature.createdAt, createdAt) ?? feature.createdAt;
  if (feature.archivedAt) feature.archivedAt = earlier(feature.archivedAt, archivedAt);
  feature.preLiveAt = earlier(feature.preLiveAt, preLiveAt);
  feature.liveAt = earlier(feature.liveAt, liveAt);
  const data = serializeMetadata(feature);
  if (!isDeepStrictEqual(data, preData)) context.publish(featureMetadataUpdated, { ...eventKeys(feature), data, preData });
  if (completed && !feature.completedAt) complete(context, feature, completed);
}

function complete(context: Context, feature: Feature, { at, status, statusValue = null }: Static<typeof Completed>): void {
  const completion: Completion = { status, statusValue };
  feature.complete(new Date(at), completion);
  context.publish(featureCompleted, { ...eventKeys(feature), data: completion });
}

function earlier(present: Date | null | undefined, imported: string | null | undefined): Date | null {
  const other = imported ? new Date(imported) : null;
  if (!present || !other) return present ?? other;
  return other < present ? other : present;
}
