import { segmentCreated, SegmentShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { refuseTakenSegmentName, Segment } from './segment.ts';
import { serializeSegment, WriteSegment } from './segment.schema.ts';
import { requireSegmentPermission, type SegmentContent, normaliseSegment } from './normalise-segment.ts';

export const createSegmentRoute = route(
  {
    method: 'post',
    path: '/api/admin/segments',
    summary: 'Create a segment',
    permission: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    scope: 'project of the feature',
    body: WriteSegment,
    answers: { 201: SegmentShape },
    headers: { ...undeclaredWarning, Location: 'The URL of the segment.' },
    failures: ['NoAccessError', 'BadDataError', 'NotFoundError', 'NameExistsError'],
    events: [segmentCreated],
  },
  async ({ body }, context) => {
    const segment = serializeSegment(await createSegment(context, body));
    return warned(context.em, segment, segment.constraints, { location: `segments/${segment.id}` });
  },
);

/** `managedBy` is the set of documents that creates it. */
export async function createSegment(context: Context, input: WriteSegment, managedBy?: string): Promise<Segment> {
  requireSegmentPermission(context, 'CREATE_SEGMENT', input.project);
  const content = await normaliseSegment(context, input);
  await refuseTakenSegmentName(context.em, content.name);
  const segment = await storeSegment(context, { ...content, managedBy: managedBy ?? null }, input.description);
  context.publish(segmentCreated, { project: segment.project ?? null, data: serializeSegment(segment) });
  return segment;
}

/** Stores a segment whose name must be free. */
export async function storeSegment(
  context: Context,
  content: SegmentContent & { readonly managedBy?: string | null },
  description: string | null = null,
): Promise<Segment> {
  const { actor, now } = context;
  const segment = context.em.create(Segment, { ...content, description, createdBy: actor.name, createdAt: now() });
  await context.em.flush(); // The database assigns the id.
  return segment;
}
