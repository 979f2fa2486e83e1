import { featureEnvironmentDisabled } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { findFeaturesInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { switchFeature } from '../feature/switch-feature.ts';

export const switchFeatureOffRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/off',
    summary: 'Switch a feature off in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentDisabled],
  },
  ({ params }, context) => switchFeaturesOff(context, params, [params.featureName]),
);

/** Switches features of one project off, all or none. Their strategies stay. */
export async function switchFeaturesOff(
  context: Context,
  target: Omit<FeatureEnvironmentKey, 'featureName'>,
  names: readonly string[],
): Promise<void> {
  for (const feature of await findFeaturesInEnvironment(context, target, names)) switchFeature(context, feature, false);
}
