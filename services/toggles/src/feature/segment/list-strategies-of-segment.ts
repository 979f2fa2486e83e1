import { route } from '@signalbox/kit';
import { readUses } from '../../vocabulary/use/strategy-use.ts';
import { findSegment } from './segment.ts';
import { segmentParams } from './segment.schema.ts';
import { StrategyUseList } from '../../vocabulary/use/strategy-use.schema.ts';

export const listStrategiesOfSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id/strategies',
    summary: 'List the strategies that use a segment',
    permission: 'authenticated',
    params: segmentParams,
    answers: { 200: StrategyUseList },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { id } = await findSegment(context, params.id);
    return { strategies: await readUses(context, { segment: id }) };
  },
);
