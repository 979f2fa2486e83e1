import { changeRequestRequestedApproversUpdated, Failure, RowId } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { requestParams } from '../request/change-request.schema.ts';
import { type ChangeRequest, isAdministrator, isAuthor, lockRequest, type RequestKey, titleOf } from '../request/change-request.ts';
import { whereOf } from '../request/move.ts';
import { activeStates } from '../request/state-machine.ts';
import { availableReviewers } from './available-reviewers.ts';
import { findRequestedApprovers, RequestedApprover } from './requested-approver.ts';

const maxRequested = 10;

export const setApproversRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/approvers',
    summary: 'Replace the requested reviewers of a change request',
    permission: 'authenticated',
    params: requestParams,
    body: Type.Object({ reviewers: Type.Array(RowId, { maxItems: maxRequested }) }),
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'ValidationError'],
    events: [changeRequestRequestedApproversUpdated],
  },
  ({ params, body }, context) => setApprovers(context, params, body.reviewers),
);

/** Requesting reviewers does not restrict who may approve. */
async function setApprovers(context: Context, key: RequestKey, requested: readonly number[]): Promise<void> {
  const request = await lockRequest(context, key);
  refuseOthers(context, request);
  await refuseUnable(context, request, requested);
  const before = (await findRequestedApprovers(context.em, request.id)).map(({ id }) => id);
  const after = [...new Set(requested)].sort((one, other) => one - other);
  if (before.join() === after.join()) return;
  await context.em.nativeDelete(RequestedApprover, { requestId: request.id });
  await context.em.insertMany(
    RequestedApprover,
    after.map((userId) => ({ requestId: request.id, userId })),
  );
  const content = (reviewers: number[]) => ({ changeRequestId: request.id, reviewers });
  const data = { ...content(after), ...(request.state === 'In review' && { title: titleOf(request) }) };
  context.publish(changeRequestRequestedApproversUpdated, { ...whereOf(request), data, preData: content(before) });
}

function refuseOthers(context: Context, request: ChangeRequest): void {
  const { id, state } = request;
  if (!isAuthor(context, request) && !isAdministrator(context))
    throw new Failure(
      'ForbiddenError',
      `Change request ${id} belongs to another user. Only its author and administrators can choose reviewers.`,
    );
  if (!activeStates.includes(state))
    throw new Failure(
      'BadDataError',
      `Change request ${id} is ${state}. Reviewers can be chosen only while it is ${activeStates.join(' or ')}.`,
    );
}

/** Throws 400 for a user who cannot approve the request, including its author. */
async function refuseUnable(context: Context, request: ChangeRequest, requested: readonly number[]): Promise<void> {
  const able = new Set((await availableReviewers(context, whereOf(request), requested)).map(({ id }) => id));
  if (request.createdByUserId) able.delete(request.createdByUserId);
  const index = requested.findIndex((id) => !able.has(id));
  if (index < 0) return;
  const { project, environment } = request;
  const message = `reviewers/${index} must be a user other than the author who can approve in environment ${environment} of project ${project}; got ${requested[index]}`;
  throw new Failure('BadDataError', message, { path: `reviewers/${index}` });
}
