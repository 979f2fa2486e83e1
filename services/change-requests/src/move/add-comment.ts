import { Failure } from '@signalbox/contracts';
import { type Context, empty, type OpenContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseUnprotected } from '../change/protected.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { type ChangeRequest, findRequest, lockRequest, type RequestKey } from '../request/change-request.ts';
import { RequestComment } from '../request/request-comment.ts';

/** Maximum length of a comment, not counting surrounding blanks. */
export const maxCommentCharacters = 1000;
const maxComments = 1000;
/** Allows for surrounding blanks. */
export const CommentText = Type.String({ maxLength: 2 * maxCommentCharacters });

export const addCommentRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/change-requests/:id/comments',
    summary: 'Comment on a change request',
    permission: 'authenticated',
    params: requestParams,
    body: Type.Object({ text: CommentText }),
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'UnavailableError', 'ValidationError'],
    events: { none: 'because comments have no event type' },
    transaction: { none: 'because toggles checks whether the environment is protected', repetitions: 'replayed' },
  },
  ({ params, body }, context) => comment(context, params, body.text),
);

async function comment(context: OpenContext, key: RequestKey, text: string): Promise<void> {
  const trimmed = readComment(text);
  if (trimmed === '') throw refusedLength('text');
  await refuseUnprotected(context, await findRequest(context, key));
  await context.write(async (unit) => {
    const request = await lockRequest(unit, key);
    refuseFull(request);
    addComment(unit, request, trimmed);
  });
}

/** Trims the comment. Throws 400 if it is too long. */
export function readComment(text: string, path = 'text'): string {
  const trimmed = text.trim();
  if (trimmed.length > maxCommentCharacters) throw refusedLength(path);
  return trimmed;
}

export const refusedLength = (path: string): Failure =>
  new Failure('ValidationError', `${path} must have 1 to ${maxCommentCharacters} characters, not counting leading and trailing spaces`, {
    path,
  });

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
