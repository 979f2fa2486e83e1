import { featureFavorited } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { FavoriteFeature, findOwner } from './favorite.ts';

export const favoriteFeatureRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/favorites',
    summary: 'Add a feature to the caller’s favorites',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureFavorited],
  },
  ({ params }, context) => favoriteFeature(context, params),
);

/** An existing favorite stays as it is. */
async function favoriteFeature(context: Context, key: FeatureKey): Promise<void> {
  const userId = findOwner(context.actor);
  const { name: featureName } = await findActiveFeature(context, key);
  if (await context.em.findOne(FavoriteFeature, { userId, featureName })) return;
  context.em.create(FavoriteFeature, { userId, featureName, createdAt: context.now() });
  context.publish(featureFavorited, { featureName, data: { feature: featureName } });
}
