import { SegmentShape } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { findSegment } from './segment.ts';
import { serializeSegment, segmentParams } from './segment.schema.ts';
import { segmentEtag } from './segment-version.ts';

export const getSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id',
    summary: 'Get a segment',
    permission: 'authenticated',
    params: segmentParams,
    answers: { 200: SegmentShape },
    headers: { ETag: 'The version of the segment, for `If-Match`.' },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const segment = await findSegment(context, params.id);
    return new Reply(serializeSegment(segment), { headers: { etag: segmentEtag(segment) } });
  },
);
