import { featureEnvironmentDisabled } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseProtected } from '../../project/protection/refuse-protected.ts';
import { findFeaturesInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { switchFeature } from '../feature/switch-feature.ts';

export const switchFeatureOffRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/off',
    summary: 'Disable a feature in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    params: featureEnvironmentParams,
    query: Type.Object({
      /** In an emergency, the reason for a change in a protected environment may follow later. */
      emergency: Type.Optional(Type.Boolean()),
    }),
    answers: { 200: empty },
    failures: ['NoAccessError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentDisabled],
  },
  async ({ params, query }, context) => {
    const { projectId: project, environment, featureName } = params;
    await refuseProtected(context, 'environment', { project, environment }, query.emergency);
    await switchFeaturesOff(context, params, [featureName]);
  },
);

/** Switches features of one project off, all or none. Keeps their strategies. */
export async function switchFeaturesOff(
  context: Context,
  target: Omit<FeatureEnvironmentKey, 'featureName'>,
  names: readonly string[],
): Promise<void> {
  for (const feature of await findFeaturesInEnvironment(context, target, names)) switchFeature(context, feature, false);
}
