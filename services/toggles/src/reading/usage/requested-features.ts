import type { ReadContext } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { featureTable } from '../../tables/feature.ts';
import { tablesOf } from '../../tables/tables.ts';

/** The features that an application evaluated in the last days, in visible projects. */
export async function readRequestedFeatures({ em, actor, access }: Pick<ReadContext, 'em' | 'actor' | 'access'>, application: string) {
  const tables = tablesOf(em);
  const names = tables.selectFrom('usage_hour').where('app_name', '=', application).select('feature_name');
  const features = await requested.read(tables.selectFrom('feature').where('name', 'in', names).orderBy('name'));
  return features.filter(({ project }) => access.sees(actor, project));
}

const requested = new Projection(featureTable, [
  'name',
  'project',
  'type',
  'description',
  'stale',
  'impressionData',
  'createdAt',
  'archivedAt',
]);
