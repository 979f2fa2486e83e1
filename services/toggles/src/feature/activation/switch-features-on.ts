import { featureEnvironmentEnabled, featureStrategyAdd, featureStrategyUpdate } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { projectEnvironmentParams } from '../../project/project/project.schema.ts';
import { FeatureNames } from '../feature/feature.schema.ts';
import { switchFeaturesOn, switchOnQuery } from './switch-feature-on.ts';

export const switchFeaturesOnRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/bulk_features/environments/:environment/on',
    summary: 'Enable several features in one environment, all or none',
    permission: 'UPDATE_FEATURE_ENVIRONMENT',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: projectEnvironmentParams,
    query: switchOnQuery,
    body: FeatureNames,
    answers: { 200: empty },
    failures: ['BadDataError', 'NotFoundError', 'NoAccessError', 'PreconditionFailedError'],
    events: [featureStrategyAdd, featureStrategyUpdate, featureEnvironmentEnabled],
  },
  ({ params, query, body }, context) => switchFeaturesOn(context, params, body.features, query.shouldActivateDisabledStrategies),
);
