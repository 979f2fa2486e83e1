import { SegmentShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { findSegment } from './segment.ts';
import { presentSegment, segmentParams } from './segment.schema.ts';

export const getSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id',
    summary: 'Get a segment',
    permission: 'authenticated',
    params: segmentParams,
    answers: { 200: SegmentShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => presentSegment(await findSegment(context, params.id)),
);
