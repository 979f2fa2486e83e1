import { featureTagged, featureUntagged, type Tag } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { about, type Feature } from '../feature/feature.ts';
import { FeatureTag } from './feature-tag.ts';
import { keyOf, makeKnown, presentTag } from './tag.ts';
import type { TagChange } from './tag.schema.ts';

/**
 * Tags and untags features, which must be locked: all additions, then all removals, so that a tag in both is gone in
 * the end. States what it changes, and nothing for a tag that was there already or not there at all.
 */
export async function changeTags(context: Context, features: readonly Feature[], change: TagChange): Promise<void> {
  if (features.length === 0) return;
  await makeKnown(context, change.addedTags);
  const found = await context.em.find(FeatureTag, { featureName: { $in: features.map(({ name }) => name) } });
  const tags = Map.groupBy(found, ({ featureName }) => featureName);
  for (const feature of features) changeTagsOf(context, feature, tags.get(feature.name) ?? [], change);
  await context.em.flush();
}

function changeTagsOf(context: Context, feature: Feature, stored: readonly FeatureTag[], { addedTags, removedTags }: TagChange): void {
  const before = new Map(stored.map((tag) => [keyOf(tag), tag]));
  const after = new Map<string, Tag>(before);
  for (const tag of addedTags.map(presentTag)) {
    if (after.has(keyOf(tag))) continue;
    after.set(keyOf(tag), tag);
    context.publish(featureTagged, { ...about(feature), data: tag });
  }
  for (const tag of removedTags.map(presentTag)) {
    if (!after.delete(keyOf(tag))) continue;
    context.publish(featureUntagged, { ...about(feature), preData: tag });
  }
  for (const [key, tag] of before) if (!after.has(key)) context.em.remove(tag);
  for (const [key, tag] of after) {
    if (!before.has(key)) context.em.create(FeatureTag, { featureName: feature.name, ...tag, createdAt: context.now() });
  }
}
