import { Failure, NewComment, readComment, refusedComment } from '@signalbox/contracts';
import { type Context, empty, type OpenContext, route } from '@signalbox/kit';
import { refuseUnprotected } from '../change/protected.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { type ChangeRequest, findRequest, lockRequest, type RequestKey } from '../request/change-request.ts';
import { RequestComment } from '../tables/change-request.ts';

const maxComments = 1000;

export const addCommentRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/change-requests/:id/comments',
    summary: 'Comment on a change request',
    permission: 'authenticated',
    params: requestParams,
    body: NewComment,
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'UnavailableError', 'ValidationError'],
    events: { none: 'because comments have no event type' },
    transaction: { none: 'because toggles checks whether the environment is protected', repetitions: 'replayed' },
  },
  ({ params, body }, context) => comment(context, params, body.text),
);

async function comment(context: OpenContext, key: RequestKey, text: string): Promise<void> {
  const trimmed = readComment(text);
  if (trimmed === '') throw refusedComment('text');
  await refuseUnprotected(context, await findRequest(context, key));
  await context.write(async (unit) => {
    const request = await lockRequest(unit, key);
    refuseFull(request);
    addComment(unit, request, trimmed);
  });
}

/** Throws 400 if the request has the maximum number of comments. */
export function refuseFull({ id, lastCommentId }: ChangeRequest): void {
  if (lastCommentId < maxComments) return;
  throw new Failure('BadDataError', `Change request ${id} has ${maxComments} comments, which is the maximum.`);
}

export function addComment({ em, actor, now }: Context, request: ChangeRequest, text: string): void {
  request.lastCommentId += 1;
  em.create(RequestComment, {
    requestId: request.id,
    id: request.lastCommentId,
    text,
    createdByUserId: actor.id,
    createdBy: actor.name,
    createdAt: now(),
  });
}
