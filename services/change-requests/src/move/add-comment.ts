import { Failure } from '@signalbox/contracts';
import { type Context, empty, type OpenContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseUnprotected } from '../change/protected.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { type ChangeRequest, findRequest, lockRequest, type RequestKey } from '../request/change-request.ts';
import { RequestComment } from '../request/request-comment.ts';

/** The most characters of one comment, blanks around it not counted. */
export const maxCommentCharacters = 1000;
const maxComments = 1000;
/** Room for blanks around it. */
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
    events: { none: 'because there is no kind of event for it' },
    transaction: { none: 'because toggles says whether the environment is protected', repetitions: 'replayed' },
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

/** Without the blanks around it. 400 for one that is too long. */
export function readComment(text: string, path = 'text'): string {
  const trimmed = text.trim();
  if (trimmed.length > maxCommentCharacters) throw refusedLength(path);
  return trimmed;
}

export const refusedLength = (path: string): Failure =>
  new Failure('ValidationError', `${path} must have 1 to ${maxCommentCharacters} characters, not counting leading and trailing spaces`, {
    path,
  });

/** 400 for a request that takes no more comments of users. */
export function refuseFull({ id, lastCommentId }: ChangeRequest): void {
  if (lastCommentId < maxComments) return;
  throw new Failure('BadDataError', `Change request ${id} has ${maxComments} comments, which is the maximum.`);
}

/** Adds a comment to the request, which is locked. */
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
