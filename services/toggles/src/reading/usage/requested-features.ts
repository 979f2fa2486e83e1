import type { ReadContext } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** The features that an application evaluated in the last days, in visible projects. */
export async function readRequestedFeatures({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>, application: string) {
  const tables = tablesOf(em);
  const features = await tables
    .selectFrom('feature')
    .where('name', 'in', tables.selectFrom('usage_hour').where('app_name', '=', application).select('feature_name'))
    .select(['name', 'project_id as project', 'type', 'description', 'stale', 'impression_data', 'created_at', 'archived_at'])
    .orderBy('name')
    .execute();
  return features.filter(({ project }) => access.sees(actor, project));
}
