import { Failure, segmentDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockLists } from '../list/segment-list.ts';
import { lockSegment } from './segment.ts';
import { serializeSegment, segmentParams } from './segment.schema.ts';
import { requireSegmentPermission } from './normalise-segment.ts';
import { countUsers, isUsed, usersOfSegment } from './users-of-segment.ts';

export const deleteSegmentRoute = route(
  {
    method: 'delete',
    path: '/api/admin/segments/:id',
    summary: 'Delete an unused segment',
    permission: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    scope: 'project of the feature',
    params: segmentParams,
    answers: { 204: empty },
    failures: ['NoAccessError', 'NotFoundError', 'SegmentInUseError'],
    events: [segmentDeleted],
  },
  ({ params }, context) => deleteSegment(context, params.id),
);

/** A strategy that starts to use the segment concurrently waits for the lock and then does not find the segment. */
export async function deleteSegment(context: Context, id: number): Promise<void> {
  const segment = await lockSegment(context, id);
  requireSegmentPermission(context, 'DELETE_SEGMENT', segment.project);
  const users = await usersOfSegment(context.em, id);
  if (isUsed(users)) {
    throw new Failure(
      'SegmentInUseError',
      `The segment ${segment.name} is used by ${countUsers(users)}. Remove it from all strategies first, including those of archived features.`,
    );
  }
  await lockLists(context, segment.constraints);
  context.em.remove(segment);
  context.publish(segmentDeleted, { project: segment.project ?? null, preData: serializeSegment(segment) });
}
