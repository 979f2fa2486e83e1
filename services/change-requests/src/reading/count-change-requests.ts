import { principalKey, Total } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { ChangeRequest, isAdministrator } from '../request/change-request.ts';
import { Approval } from '../request/decisions.ts';
import type { State } from '../request/state-machine.ts';

const projectPath = '/api/admin/projects/:projectId/change-requests';
const params = Type.Object({ projectId: Type.String() });

export const countChangeRequestsRoute = route(
  {
    method: 'get',
    path: `${projectPath}/count`,
    summary: 'Count the change requests of a project by what has become of them',
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

/** Those in one of the states, or in any, without drafts of others. */
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
    summary: 'Count the change requests of a project that wait for what the caller may do: approve, apply, or look at a direct write',
    permission: 'authenticated',
    params,
    answers: { 200: Total },
    failures: ['NotFoundError'],
  },
  async (input, context) => ({ total: await countActionable(context, input.params.projectId) }),
);

const maxLookedAt = 1000;

async function countActionable(context: ReadContext, project: string): Promise<number> {
  const waiting = { $or: [{ state: { $in: ['In review', 'Approved'] as State[] } }, { review: 'due' as const }] };
  const requests = await context.em.find(ChangeRequest, { project, ...waiting }, { orderBy: { id: 'desc' }, limit: maxLookedAt });
  const approved = await approvedBy(context, requests);
  return requests.filter((request) => !(request.state === 'In review' && approved.has(request.id)) && waitsFor(context, request)).length;
}

/** Of the requests, those that the caller has approved. Whoever edits one takes the approvals away. */
async function approvedBy({ em, actor }: ReadContext, requests: readonly ChangeRequest[]): Promise<ReadonlySet<number>> {
  if (actor.id === null) return new Set();
  const given = await em.find(Approval, { userId: actor.id, requestId: { $in: requests.map(({ id }) => id) } });
  return new Set(given.map(({ requestId }) => requestId));
}

/** What one has written oneself waits for others, but to be applied. API tokens approve nothing. */
function waitsFor({ access, actor }: ReadContext, { project, environment, state, author }: ChangeRequest): boolean {
  const may = (permission: string) => access.allows(actor, [permission], { project, environment });
  if (state === 'Approved') return may('APPLY_CHANGE_REQUEST');
  return actor.id !== null && author !== principalKey(actor) && may('APPROVE_CHANGE_REQUEST');
}
