import { FeatureStrategy } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { readFeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { findStrategy, serializeStored } from './strategy.ts';
import { strategyParams } from './strategy.schema.ts';

export const getStrategyRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    summary: 'Get a strategy of a feature',
    permission: 'authenticated',
    params: strategyParams,
    answers: { 200: FeatureStrategy },
    failures: ['NotFoundError', 'InvalidOperationError'],
  },
  async ({ params }, { em }) => {
    await readFeatureInEnvironment(em, params);
    return serializeStored(em, await findStrategy(em, params));
  },
);
