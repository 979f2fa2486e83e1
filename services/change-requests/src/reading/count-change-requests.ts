import { principalKey, Total } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { ChangeRequest, isAdministrator } from '../request/change-request.ts';
import type { State } from '../tables/change-request.ts';
import { findWaiting } from './waiting.ts';

const projectPath = '/api/admin/projects/:projectId/change-requests';
const params = Type.Object({ projectId: Type.String() });

export const countChangeRequestsRoute = route(
  {
    method: 'get',
    path: `${projectPath}/count`,
    summary: 'Count the change requests of a project by state',
    permission: 'authenticated',
    params,
    answers: {
      200: Type.Object({
        total: Type.Integer(),
        applied: Type.Integer(),
        rejected: Type.Integer(),
        reviewRequired: Type.Integer(),
        approved: Type.Integer(),
        scheduled: Type.Integer(),
      }),
    },
    failures: ['NotFoundError'],
  },
  async (input, context) => {
    const of = (...states: readonly State[]) => countOf(context, input.params.projectId, states);
    return {
      total: await of(),
      applied: await of('Applied'),
      rejected: await of('Rejected'),
      reviewRequired: await of('In review'),
      approved: await of('Approved'),
      scheduled: await of('Scheduled'),
    };
  },
);

/** Number of requests in these states, or in any, without drafts of other users. */
function countOf(context: ReadContext, project: string, states: readonly State[]): Promise<number> {
  const notDrafts = isAdministrator(context)
    ? {}
    : { $or: [{ state: { $ne: 'Draft' as const } }, { author: principalKey(context.actor) }] };
  return context.em.count(ChangeRequest, { project, ...(states.length > 0 && { state: { $in: [...states] } }), ...notDrafts });
}

export const countActionableRoute = route(
  {
    method: 'get',
    path: `${projectPath}/actionable`,
    summary: 'Count the change requests of a project that the caller can approve, apply or acknowledge',
    permission: 'authenticated',
    params,
    answers: { 200: Total },
    failures: ['NotFoundError'],
  },
  async (input, context) => ({ total: (await findWaiting(context, { project: input.params.projectId })).length }),
);
