import { featureTagged, featureUntagged, type Tag } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { insertInto } from '@signalbox/table';
import { featureTagTable } from '../../tables/feature-parts.ts';
import { eventKeys, type NamedFeature } from '../feature/feature.ts';
import { FeatureTag } from './feature-tag.ts';
import { tagKey, makeKnown, serializeTag } from '../../vocabulary/tag/tag.ts';
import type { TagChange } from '../../vocabulary/tag/tag.schema.ts';

export interface FeatureTagChange extends TagChange {
  readonly feature: NamedFeature;
}

/** Like `changeTagsOfEach`, with the same change for all features. */
export const changeTags = (context: Context, features: readonly NamedFeature[], change: TagChange): Promise<void> =>
  changeTagsOfEach(
    context,
    features.map((feature) => ({ ...change, feature })),
  );

/**
 * Tags and untags locked features. Applies all additions before all removals, so that a tag in both is removed. Emits only
 * actual changes.
 */
export async function changeTagsOfEach(context: Context, changes: readonly FeatureTagChange[]): Promise<void> {
  if (changes.length === 0) return;
  await makeKnown(
    context,
    changes.flatMap(({ addedTags }) => addedTags),
  );
  const found = await context.em.find(FeatureTag, { featureName: { $in: changes.map(({ feature }) => feature.name) } });
  const tags = Map.groupBy(found, ({ featureName }) => featureName);
  const added = changes.flatMap((change) => changeTagsOf(context, change, tags.get(change.feature.name) ?? []));
  await context.em.flush();
  await insertTags(context.em, added);
}

const insertTags = insertInto(featureTagTable);

/** Returns the rows to insert. */
function changeTagsOf(context: Context, { feature, addedTags, removedTags }: FeatureTagChange, stored: readonly FeatureTag[]) {
  const before = new Map(stored.map((tag) => [tagKey(tag), tag]));
  const after = new Map<string, Tag>(before);
  for (const tag of addedTags.map(serializeTag)) {
    if (after.has(tagKey(tag))) continue;
    after.set(tagKey(tag), tag);
    context.publish(featureTagged, { ...eventKeys(feature), data: tag });
  }
  for (const tag of removedTags.map(serializeTag)) {
    if (!after.delete(tagKey(tag))) continue;
    context.publish(featureUntagged, { ...eventKeys(feature), preData: tag });
  }
  for (const [key, tag] of before) if (!after.has(key)) context.em.remove(tag);
  const added = [...after].filter(([key]) => !before.has(key));
  return added.map(([, { type, value }]) => ({ featureName: feature.name, type, value, createdAt: context.now() }));
}
