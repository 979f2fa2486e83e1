import { featureDependencyRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { FeatureDependency, serializeDependency } from './feature-dependency.ts';

export const removeDependencyRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/dependencies/:parent',
    summary: 'Remove the dependency of a feature on a parent',
    permission: 'UPDATE_FEATURE_DEPENDENCY',
    scope: 'project of the path',
    protectedBy: 'project',
    params: Type.Object({ projectId: Type.String(), featureName: Type.String(), parent: Type.String() }),
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureDependencyRemoved],
  },
  ({ params }, context) => removeDependency(context, params, params.parent),
);

/** A feature that does not depend on the named one stays as it is. */
async function removeDependency(context: Context, key: FeatureKey, parent: string): Promise<void> {
  const feature = await findActiveFeature(context, key);
  const dependency = await context.em.findOne(FeatureDependency, { child: feature.name, parent });
  if (!dependency) return;
  context.em.remove(dependency);
  context.publish(featureDependencyRemoved, { ...eventKeys(feature), data: { feature: parent }, preData: serializeDependency(dependency) });
}
