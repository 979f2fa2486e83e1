import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { StrategyDefinition } from './strategy-definition.ts';
import { serializeStrategyDefinition, StrategyDefinitionShape } from './strategy-definition.schema.ts';

export const listStrategyDefinitionsRoute = route(
  {
    method: 'get',
    path: '/api/admin/strategies',
    summary: 'List the strategy types',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Literal(1), strategies: Type.Array(StrategyDefinitionShape) }) },
    failures: [],
  },
  async (_input, { em }) => {
    const definitions = await em.find(StrategyDefinition, {}, { orderBy: { sortOrder: 'asc', name: 'asc' } });
    return { version: 1 as const, strategies: definitions.map(serializeStrategyDefinition) };
  },
);
