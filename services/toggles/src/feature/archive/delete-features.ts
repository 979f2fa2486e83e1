import { featureDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { removeForGood } from './archive.ts';
import { findFeatures, isArchived } from '../feature/feature.ts';
import { FeatureNames } from '../feature/feature.schema.ts';

export const deleteFeaturesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/delete',
    summary: 'Delete several archived features permanently',
    permission: 'DELETE_FEATURE',
    scope: 'project of the path',
    params: projectParams,
    body: FeatureNames,
    answers: { 200: empty },
    failures: ['InvalidOperationError'],
    events: [featureDeleted],
  },
  ({ params, body }, context) => deleteFeatures(context, params.projectId, body.features),
);

/** Deletes the named features that are archived. Skips active and unknown ones. */
async function deleteFeatures(context: Context, projectId: string, names: readonly string[]): Promise<void> {
  const features = await findFeatures(context, projectId, names);
  await removeForGood(context, features.filter(isArchived));
}
