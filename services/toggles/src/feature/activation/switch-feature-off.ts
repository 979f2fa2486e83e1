import { featureEnvironmentDisabled } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { findFeatureInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
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
  ({ params }, context) => switchFeatureOff(context, params),
);

/** Switches a feature off. Its strategies stay. */
export async function switchFeatureOff(context: Context, key: FeatureEnvironmentKey): Promise<void> {
  switchFeature(context, await findFeatureInEnvironment(context, key), false);
}
