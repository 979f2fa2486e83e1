import { Failure, featureDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { removeForGood } from './archive.ts';
import { featureNameParams } from '../feature/feature.schema.ts';
import { findFeatureAnywhere, isArchived } from '../feature/feature.ts';

export const deleteFeatureRoute = route(
  {
    method: 'delete',
    path: '/api/admin/archive/:featureName',
    summary: 'Delete an archived feature permanently',
    permission: 'DELETE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureDeleted],
  },
  ({ params }, context) => deleteFeature(context, params.featureName),
);

/** Deletes one archived feature of any project and frees its name. Throws 403 for an active one. */
async function deleteFeature(context: Context, featureName: string): Promise<void> {
  const feature = await findFeatureAnywhere(context, featureName, 'DELETE_FEATURE');
  if (!isArchived(feature)) throw new Failure('InvalidOperationError', `The feature ${featureName} is active. Archive it first.`);
  await removeForGood(context, [feature]);
}
