import { featureUnfavorited } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type FeatureKey, findFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { FavoriteFeature, findOwner } from './favorite.ts';

export const unfavoriteFeatureRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/features/:featureName/favorites',
    summary: 'Remove a feature from the caller’s favorites',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureUnfavorited],
  },
  ({ params }, context) => unfavoriteFeature(context, params),
);

/** Also accepts archived features. */
async function unfavoriteFeature(context: Context, key: FeatureKey): Promise<void> {
  const userId = findOwner(context.actor);
  const { name: featureName } = await findFeature(context, key);
  const favorite = await context.em.findOne(FavoriteFeature, { userId, featureName });
  if (!favorite) return;
  context.em.remove(favorite);
  context.publish(featureUnfavorited, { featureName, data: { feature: featureName } });
}
