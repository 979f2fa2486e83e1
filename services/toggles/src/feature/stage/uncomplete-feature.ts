import { featureUncompleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';

export const uncompleteFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/lifecycle/uncomplete',
    summary: 'Return a completed feature to its previous stage',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureUncompleted],
  },
  ({ params }, context) => uncompleteFeature(context, params),
);

/** A feature that is not completed stays as it is. */
async function uncompleteFeature(context: Context, key: FeatureKey): Promise<void> {
  const feature = await findActiveFeature(context, key);
  if (!feature.completedAt) return;
  feature.uncomplete();
  context.publish(featureUncompleted, eventKeys(feature));
}
