import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { countSegmentUses } from '../../vocabulary/use/strategy-use.ts';
import { describeLists } from '../list/segment-list.ts';
import { Segment } from './segment.ts';
import { serializeSegment, UsedSegment } from './segment.schema.ts';

export const listSegmentsRoute = route(
  {
    method: 'get',
    path: '/api/admin/segments',
    summary: 'List the segments visible to the caller, and where they are used',
    permission: 'authenticated',
    answers: { 200: Type.Object({ segments: Type.Array(UsedSegment) }) },
    failures: [],
  },
  async (_input, context) => {
    const { em, access, actor } = context;
    const segments = await em.find(Segment, {}, { orderBy: { name: 'asc' } });
    const usesOf = await countSegmentUses(context);
    const seen = segments.filter(({ project }) => !project || access.sees(actor, project));
    const listsOf = await describeLists(context, seen);
    return { segments: seen.map((segment) => ({ ...serializeSegment(segment), ...listsOf(segment), ...usesOf(segment.id) })) };
  },
);
