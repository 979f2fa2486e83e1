import type { Tag } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { byTypeAndValue } from '../../vocabulary/tag/tag.ts';
import { featureTagTable } from '../../tables/feature-parts.ts';

export class FeatureTag extends featureTagTable.entity.class {}
featureTagTable.entity.setClass(FeatureTag);

/**
 * The tags by feature, sorted by type and value, without features that have none. Executes one statement and sorts here,
 * because a database would copy the rows of thousands of features into a temporary table.
 */
export async function readTags(em: EntityManager, featureNames: readonly string[]): Promise<Map<string, Tag[]>> {
  const rows = await tablesOf(em)
    .selectFrom('feature_tag')
    .where('feature_name', 'in', [...featureNames])
    .select(['feature_name as featureName', 'tag_type as type', 'tag_value as value'])
    .execute();
  const tagsOf = new Map<string, Tag[]>();
  for (const { featureName, ...tag } of rows.toSorted(byTypeAndValue)) tagsOf.set(featureName, [...(tagsOf.get(featureName) ?? []), tag]);
  return tagsOf;
}

/** Like `readTags`, for one feature. */
export const tagsOf = async (em: EntityManager, featureName: string): Promise<Tag[]> =>
  (await readTags(em, [featureName])).get(featureName) ?? [];

/**
 * Removes a tag, or all tags of a type, from every feature. Executes two statements. Increments the versions of the features
 * here, because no event names them.
 */
export async function untagEverywhere(em: EntityManager, where: { readonly type: string; readonly value?: string }): Promise<void> {
  await tablesOf(em)
    .updateTable('feature')
    .set((feature) => ({ version: feature('version', '+', 1) }))
    .where('name', 'in', (feature) => {
      const tagged = feature.selectFrom('feature_tag').select('feature_name').where('tag_type', '=', where.type);
      return where.value === undefined ? tagged : tagged.where('tag_value', '=', where.value);
    })
    .execute();
  await em.nativeDelete(FeatureTag, where);
}
