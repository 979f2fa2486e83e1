import { featureArchived, featureDependenciesRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { putIntoArchive } from './archive.ts';
import { eventKeys, type FeatureKey, findFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';

export const archiveFeatureRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName',
    summary: 'Archive a feature',
    permission: 'DELETE_FEATURE',
    scope: 'project of the path',
    protectedBy: 'project',
    params: featureParams,
    answers: { 202: empty },
    failures: ['NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureDependenciesRemoved, featureArchived],
  },
  ({ params }, context) => archiveFeature(context, params),
);

/** Archives one feature. An archived one stays as it is. */
export async function archiveFeature(context: Context, key: FeatureKey): Promise<void> {
  const archived = await putIntoArchive(context, [await findFeature(context, key)]);
  for (const feature of archived) context.publish(featureArchived, eventKeys(feature));
}
