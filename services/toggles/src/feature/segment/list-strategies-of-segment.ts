import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readUses } from '../../vocabulary/use/strategy-use.ts';
import { findSegment } from './segment.ts';
import { segmentParams } from './segment.schema.ts';
import { StrategyUseList } from '../../vocabulary/use/strategy-use.schema.ts';
import { ProposedStrategyUse, readProposedUses } from './proposed-use.ts';

export const listStrategiesOfSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id/strategies',
    summary: 'List the strategies that use a segment, including those in open change requests',
    permission: 'authenticated',
    params: segmentParams,
    answers: { 200: Type.Object({ ...StrategyUseList.properties, changeRequestStrategies: Type.Array(ProposedStrategyUse) }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { id } = await findSegment(context, params.id);
    return { strategies: await readUses(context, { segment: id }), changeRequestStrategies: await readProposedUses(context, id) };
  },
);
