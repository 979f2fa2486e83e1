import type { EntityManager } from '@signalbox/kit';
import { presentDependency } from '../../feature/dependency/feature-dependency.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { noUser } from '../favorite/favorite.ts';

/** What a feature depends on, what depends on it, and whether it is a favorite of the user. One statement. */
export async function readRelations(em: EntityManager, name: string, userId: number | null) {
  const rows = await tablesOf(em)
    .selectFrom('feature')
    .leftJoin('feature_dependency', (join) => join.on((on) => on.or([on('child', '=', name), on('parent', '=', name)])))
    .where('feature.name', '=', name)
    .select(['child', 'parent', 'enabled', 'variants'])
    .select((feature) =>
      feature
        .exists(
          feature
            .selectFrom('favorite_feature')
            .select('user_id')
            .whereRef('feature_name', '=', 'feature.name')
            .where('user_id', '=', userId ?? noUser),
        )
        .as('favorite'),
    )
    .orderBy('child')
    .execute();
  return {
    favorite: rows.some(({ favorite }) => Boolean(favorite)),
    children: rows.flatMap(({ child, parent }) => (parent === name && child !== null ? [child] : [])),
    dependencies: rows.flatMap(({ child, parent, enabled, variants }) =>
      child === name && parent !== null
        ? [presentDependency({ parent, enabled: Boolean(enabled), variants: JSON.parse(variants ?? '[]') as string[] })]
        : [],
    ),
  };
}
