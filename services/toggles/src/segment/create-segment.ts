import { segmentCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { refuseTakenSegmentName, Segment } from './segment.ts';
import { presentSegment, SegmentShape, WriteSegment } from './segment.schema.ts';
import { requireSegmentPermission, settleSegment } from './settle-segment.ts';

export const createSegmentRoute = route(
  {
    method: 'post',
    path: '/api/admin/segments',
    summary: 'Create a segment',
    permission: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    scope: 'project of the feature',
    body: WriteSegment,
    answers: { 201: SegmentShape },
    failures: ['NoAccessError', 'BadDataError', 'NotFoundError', 'NameExistsError'],
    events: [segmentCreated],
  },
  async ({ body }, context) => {
    const segment = presentSegment(await createSegment(context, body));
    return new Reply(segment, { headers: { location: `segments/${segment.id}` } });
  },
);

export async function createSegment(context: Context, input: WriteSegment): Promise<Segment> {
  requireSegmentPermission(context, 'CREATE_SEGMENT', input.project);
  const settled = await settleSegment(context, input);
  await refuseTakenSegmentName(context.em, settled.name);
  const description = input.description || null;
  const segment = context.em.create(Segment, { ...settled, description, createdBy: context.actor.name, createdAt: context.now() });
  await context.em.flush(); // The database gives the id.
  context.publish(segmentCreated, { project: settled.project, data: presentSegment(segment) });
  return segment;
}
