import { Reply, route } from '@signalbox/kit';
import { describeLists } from '../list/segment-list.ts';
import { findSegment } from './segment.ts';
import { serializeSegment, segmentParams, SegmentWithLists } from './segment.schema.ts';
import { segmentEtag } from './segment-version.ts';

export const getSegmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments/:id',
    summary: 'Get a segment',
    permission: 'authenticated',
    params: segmentParams,
    answers: { 200: SegmentWithLists },
    headers: { ETag: 'The version of the segment, for `If-Match`.' },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const segment = await findSegment(context, params.id);
    const listsOf = await describeLists(context, [segment]);
    return new Reply({ ...serializeSegment(segment), ...listsOf(segment) }, { headers: { etag: segmentEtag(segment) } });
  },
);
