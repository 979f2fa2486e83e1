import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findStrategyDefinition } from './strategy-definition.ts';
import { serializeStrategyDefinition, StrategyDefinitionShape } from './strategy-definition.schema.ts';

export const getStrategyDefinitionRoute = route(
  {
    method: 'get',
    path: '/api/admin/strategies/:name',
    summary: 'Get a strategy type',
    permission: 'authenticated',
    params: Type.Object({ name: Type.String() }),
    answers: { 200: StrategyDefinitionShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeStrategyDefinition(await findStrategyDefinition(em, params.name)),
);
