import { SegmentShape } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { Feature } from '../feature/feature.ts';
import { Strategy, StrategySegment } from './strategy.ts';
import { Segment } from '../segment/segment.ts';
import { serializeSegment } from '../segment/segment.schema.ts';

export const listSegmentsOfStrategyRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/strategies/:strategyId',
    summary: 'List the segments that a strategy uses',
    permission: 'authenticated',
    params: Type.Object({ strategyId: Type.String() }),
    answers: { 200: Type.Object({ segments: Type.Array(SegmentShape) }) },
    failures: [],
  },
  async ({ params }, context) => ({ segments: (await segmentsOfStrategy(context, params.strategyId)).map(serializeSegment) }),
);

/** Returns an empty list for an unknown strategy, and for one of a project that the caller cannot see. */
async function segmentsOfStrategy({ em, access, actor }: ReadContext, id: string): Promise<Segment[]> {
  const strategy = await em.findOne(Strategy, { id });
  const feature = strategy && (await em.findOne(Feature, { name: strategy.featureName }));
  if (!feature || !access.sees(actor, feature.project)) return [];
  const links = await em.find(StrategySegment, { strategyId: id });
  return em.find(Segment, { id: { $in: links.map(({ segmentId }) => segmentId) } }, { orderBy: { name: 'asc' } });
}
