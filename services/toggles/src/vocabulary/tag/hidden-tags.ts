import { type EntityManager } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import { tagKey } from './tag.ts';

/** Keys of the tags (or of `only`) that are on features, but on none in these projects. */
export async function readHiddenTags(
  em: EntityManager,
  projects: readonly string[] | 'all',
  only?: { readonly type: string; readonly value: string },
): Promise<ReadonlySet<string>> {
  if (projects === 'all') return new Set();
  const taggings = tablesOf(em)
    .selectFrom('feature_tag')
    .innerJoin('feature', 'feature.name', 'feature_tag.feature_name')
    .groupBy(['tag_type', 'tag_value'])
    .having(
      ({ fn, eb }) =>
        fn.sum(
          eb
            .case()
            .when(isAnyOf(eb.ref('project_id'), projects))
            .then(1)
            .else(0)
            .end(),
        ),
      '=',
      0,
    )
    .select(['tag_type as type', 'tag_value as value']);
  const rows = await (only ? taggings.where('tag_type', '=', only.type).where('tag_value', '=', only.value) : taggings).execute();
  return new Set(rows.map(tagKey));
}
