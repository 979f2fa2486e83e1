import { featureDependenciesRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { removeDependencies } from './feature-dependency.ts';

export const removeAllDependenciesRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/dependencies',
    summary: 'Remove all dependencies of a feature',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    scope: 'project of the path',
    protectedBy: 'project',
    params: featureParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureDependenciesRemoved],
  },
  ({ params }, context) => removeAllDependencies(context, params),
);

/** A feature without a parent stays as it is. */
export async function removeAllDependencies(context: Context, key: FeatureKey): Promise<void> {
  await removeDependencies(context, [await findActiveFeature(context, key)]);
}
