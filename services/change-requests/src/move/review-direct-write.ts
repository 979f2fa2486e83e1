import { changeRequestApprovalAdded, Failure } from '@signalbox/contracts';
import { type Context, empty, noAccess, route } from '@signalbox/kit';
import { addApproval } from './approvals.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { isAuthor, lockRequest, type RequestKey } from '../request/change-request.ts';
import { partiesOf } from '../request/legal-moves.ts';
import { whereOf } from '../request/move.ts';
import { contentHash, findChanges, storeContent } from '../request/proposed-change.ts';

export const reviewDirectWriteRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/reviewed',
    summary: 'Acknowledge a direct write',
    permission: 'authenticated',
    params: requestParams,
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NoAccessError', 'NotFoundError'],
    events: [changeRequestApprovalAdded],
  },
  ({ params }, context) => reviewDirectWrite(context, params),
);

/** Stores an approval after the fact. A second acknowledgement has no effect. */
async function reviewDirectWrite(context: Context, key: RequestKey): Promise<void> {
  const request = await lockRequest(context, key);
  if (!partiesOf(context, request).has('approver')) throw noAccess(['APPROVE_CHANGE_REQUEST'], whereOf(request));
  if (request.review === null || request.review === undefined)
    throw new Failure('BadDataError', `Change request ${request.id} is a proposal. Only direct writes can be acknowledged.`);
  if (isAuthor(context, request) || request.createdByUserId === context.actor.id)
    throw new Failure('ForbiddenError', 'You cannot acknowledge your own direct write. Ask another user to review it.');
  if (request.review === 'done') return;
  request.review = 'done';
  const changes = await findChanges(context.em, request.id);
  await storeContent(context.em, request);
  await addApproval(context, { request, changes, hash: contentHash(request, changes) });
  context.publish(changeRequestApprovalAdded, { ...whereOf(request), data: { changeRequestId: request.id } });
}
