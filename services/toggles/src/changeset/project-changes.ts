import { changes, Failure, type Snapshot } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Type } from 'typebox';
import { deleteSegment, deleteSegmentRoute } from '../feature/segment/delete-segment.ts';
import { serializeSegment, segmentParams, WriteSegment } from '../feature/segment/segment.schema.ts';
import { findSegment, type Segment } from '../feature/segment/segment.ts';
import { updateSegment, updateSegmentRoute } from '../feature/segment/update-segment.ts';
import { configureChangeRequests, configureChangeRequestsRoute } from '../project/protection/configure-change-requests.ts';
import { ConfigureChangeRequests } from '../project/protection/protection.schema.ts';
import { changeKind, type Target } from './change-kind.ts';
import type { CurrentState } from './current-state.ts';

const { id } = segmentParams.properties;

/** Kinds of changes of what belongs to a project and to no feature. */
export const projectKinds = {
  /** Replaces a segment of the project. */
  updateSegment: changeKind(changes.updateSegment, {
    route: updateSegmentRoute,
    payload: Type.Object({ ...WriteSegment.properties, id }),
    execute: async (context, target, { id: own, ...input }) => {
      const { project } = await findOwnSegment(context, target, own);
      if (input.project && input.project !== project)
        throw new Failure('BadDataError', `payload/project must be ${project}: change requests cannot move a segment to another project.`, {
          path: 'payload/project',
        });
      await updateSegment(context, own, { ...input, project: project ?? null });
    },
    touches: (_target, payload) => [{ kind: 'segment', id: String(payload.id) }],
    current: segmentNow,
    proposed: ({ name, description, constraints }) => ({ name, constraints, ...(description === undefined ? {} : { description }) }),
  }),

  /** Deletes an unused segment of the project. */
  deleteSegment: changeKind(changes.deleteSegment, {
    route: deleteSegmentRoute,
    payload: Type.Object({ id, name: Type.Optional(Type.String()) }),
    turn: () => 'end',
    execute: async (context, target, payload) => {
      await findOwnSegment(context, target, payload.id);
      await deleteSegment(context, payload.id);
    },
    touches: (_target, payload) => [{ kind: 'segment', id: String(payload.id) }],
    current: segmentNow,
    proposed: () => null,
  }),

  /** Changes or ends the protection of the environment, whose rules until then decide who approves. */
  updateProtection: changeKind(changes.updateProtection, {
    route: configureChangeRequestsRoute,
    payload: ConfigureChangeRequests,
    turn: () => 'end',
    execute: (context, { project, environment }, input) => configureChangeRequests(context, project, environment, input),
    current: ({ protection }) => protection && { changeRequestsEnabled: true, ...protection },
    proposed: (input) => input,
  }),
};

/** Change requests ignore the permissions of direct routes, so they are limited to the segments of their project and to global ones. */
async function findOwnSegment(context: Context, { project }: Target, own: number): Promise<Segment> {
  const segment = await findSegment(context, own);
  if (!segment.project || segment.project === project) return segment;
  throw new Failure('BadDataError', `The segment ${segment.name} does not belong to project ${project}. Change it directly.`, {
    path: 'payload/id',
  });
}

/** The content of a segment, if the actor can see it. */
export function segmentNow({ segment }: CurrentState, _target: Target, { id: own }: { readonly id: number }): Snapshot {
  const found = segment(own);
  if (!found) return null;
  const { name, description, constraints } = serializeSegment(found);
  return { name, description, constraints };
}
