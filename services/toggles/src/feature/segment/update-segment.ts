import { isDeepStrictEqual } from 'node:util';
import { segmentUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { shareProject } from '../../project/project/project.ts';
import { lockSegment, refuseTakenSegmentName, type Segment } from './segment.ts';
import { serializeSegment, segmentParams, WriteSegment } from './segment.schema.ts';
import { refuseChangedSegment } from './segment-version.ts';
import { requireSegmentPermission, normaliseSegment } from './normalise-segment.ts';
import { usersOfSegment } from './users-of-segment.ts';

export const updateSegmentRoute = route(
  {
    method: 'put',
    path: '/api/admin/segments/:id',
    summary: 'Update a segment; without a project it becomes a global segment',
    permission: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    scope: 'project of the feature',
    params: segmentParams,
    body: WriteSegment,
    answers: { 204: empty },
    headers: undeclaredWarning,
    failures: ['NoAccessError', 'NotFoundError', 'BadDataError', 'NameExistsError', 'PreconditionFailedError'],
    events: [segmentUpdated],
  },
  async ({ params, body }, context) => {
    const { constraints } = await updateSegment(context, params.id, body);
    return warned(context.em, undefined, constraints);
  },
);

/** Requires the permission in the old and the new project if the segment moves. `managedBy` moves it to a set of documents. */
export async function updateSegment(context: Context, id: number, input: WriteSegment, managedBy?: string): Promise<Segment> {
  if (input.project) await shareProject(context, input.project); // Before the segment: see the locking rule.
  const segment = await lockSegment(context, id);
  for (const project of new Set([segment.project, input.project])) requireSegmentPermission(context, 'UPDATE_SEGMENT', project);
  refuseChangedSegment(context, segment);
  const preData = serializeSegment(segment);
  const content = await normaliseSegment(context, input, { stored: segment.constraints });
  await refuseUsedElsewhere(context, segment, content.project);
  await refuseTakenSegmentName(context.em, content.name, id);
  Object.assign(segment, content);
  if (input.description !== undefined) segment.description = input.description;
  if (managedBy !== undefined) segment.managedBy = managedBy;
  const data = serializeSegment(segment);
  if (!isDeepStrictEqual(data, preData)) context.publish(segmentUpdated, { project: content.project, data, preData });
  return segment;
}

async function refuseUsedElsewhere({ em }: Context, segment: Segment, project: string | null): Promise<void> {
  if (!project || project === segment.project) return;
  const { projects } = await usersOfSegment(em, segment.id);
  const others = [...projects].filter((user) => user !== project).length;
  if (others > 0) throw badValue('project', `cannot be ${project}: strategies in ${others} other projects use ${segment.name}`);
}
