import { changeRequestReasonGiven, CommentText, Failure, readComment, refusedComment } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { requestParams } from '../request/change-request.schema.ts';
import { isAdministrator, isAuthor, isReasonDue, lockRequest, type RequestKey, titleFrom } from '../request/change-request.ts';
import { whereOf } from '../request/move.ts';
import { addComment } from './add-comment.ts';

export const giveReasonRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/reason',
    summary: 'Add the reason for an emergency change after the fact',
    permission: 'authenticated',
    params: requestParams,
    body: Type.Object({ reason: CommentText }),
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'ValidationError'],
    events: [changeRequestReasonGiven],
  },
  ({ params, body }, context) => giveReason(context, params, body.reason),
);

/** Accepts a reason once. It becomes the title, and a comment if it is too long for a title. */
async function giveReason(context: Context, key: RequestKey, written: string): Promise<void> {
  const request = await lockRequest(context, key);
  if (!isAuthor(context, request) && !isAdministrator(context))
    throw new Failure(
      'ForbiddenError',
      `Change request ${request.id} belongs to another user. Only its author and administrators can give the reason.`,
    );
  if (!isReasonDue(request)) throw new Failure('BadDataError', `Change request ${request.id} does not need a reason.`);
  const reason = readComment(written, 'reason');
  if (reason === '') throw refusedComment('reason');
  request.title = titleFrom(reason);
  if (request.title !== reason) addComment(context, request, reason);
  context.publish(changeRequestReasonGiven, { ...whereOf(request), data: { changeRequestId: request.id, reason } });
}
