import { featureArchived, featureDependenciesRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { putIntoArchive } from './archive.ts';
import { eventKeys, findFeatures } from '../feature/feature.ts';
import { FeatureNames } from '../feature/feature.schema.ts';

export const archiveFeaturesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/archive',
    summary: 'Archive several features',
    permission: 'DELETE_FEATURE',
    scope: 'project of the path',
    protectedBy: 'project',
    params: projectParams,
    body: FeatureNames,
    answers: { 202: empty },
    failures: ['InvalidOperationError'],
    events: [featureDependenciesRemoved, featureArchived],
  },
  ({ params, body }, context) => archiveFeatures(context, params.projectId, body.features),
);

/** Archives the named features that exist and are active. If one is refused, archives none. */
export async function archiveFeatures(context: Context, projectId: string, names: readonly string[]): Promise<void> {
  const archived = await putIntoArchive(context, await findFeatures(context, projectId, names));
  for (const feature of archived) context.publish(featureArchived, eventKeys(feature));
}
