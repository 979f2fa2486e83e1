import { FeatureStrategy } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { readFeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { serializeStrategies, strategiesOf } from './strategy.ts';

export const listStrategiesRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    summary: 'List the strategies of a feature in one environment, in evaluation order',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: { 200: Type.Array(FeatureStrategy) },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => {
    await readFeatureInEnvironment(em, params);
    return serializeStrategies(em, await strategiesOf(em, params.featureName, params.environment));
  },
);
