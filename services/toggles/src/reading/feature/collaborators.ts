import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';
import type { Creator } from '../../feature/feature/creator.schema.ts';

/** The users who changed a feature, the latest first, each under the name of that time. */
export async function readCollaborators(em: EntityManager, featureName: string): Promise<Creator[]> {
  const rows = await tablesOf(em)
    .selectFrom('feature_collaborator')
    .where('feature_name', '=', featureName)
    .select(['user_id', 'user_name'])
    .orderBy('changed_at', 'desc')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id, user_name }) => ({ id: user_id, name: user_name }));
}
