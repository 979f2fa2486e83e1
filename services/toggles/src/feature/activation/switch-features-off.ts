import { featureEnvironmentDisabled } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { projectEnvironmentParams } from '../../project/project/project.schema.ts';
import { FeatureNames } from '../feature/feature.schema.ts';
import { switchFeaturesOff } from './switch-feature-off.ts';

export const switchFeaturesOffRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/bulk_features/environments/:environment/off',
    summary: 'Disable several features in one environment, all or none',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: projectEnvironmentParams,
    body: FeatureNames,
    answers: { 200: empty },
    failures: ['NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentDisabled],
  },
  ({ params, body }, context) => switchFeaturesOff(context, params, body.features),
);
