import { route } from '@signalbox/kit';
import { readUses } from '../use/strategy-use.ts';
import { contextFieldParams } from './context-field.schema.ts';
import { StrategyUseList } from '../use/strategy-use.schema.ts';

export const listStrategiesOfContextFieldRoute = route(
  {
    method: 'get',
    path: '/api/admin/context/:contextField/strategies',
    summary: 'List the strategies whose constraints use a context field',
    permission: 'authenticated',
    params: contextFieldParams,
    answers: { 200: StrategyUseList },
    failures: [],
  },
  async ({ params }, context) => ({ strategies: await readUses(context, { contextField: params.contextField }) }),
);
