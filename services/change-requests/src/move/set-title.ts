import { changeRequestTitleUpdated, Failure } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { whereOf } from '../request/move.ts';
import { closedStates } from '../request/state-machine.ts';
import { requestParams } from '../request/change-request.schema.ts';
import { isAdministrator, isAuthor, isReasonDue, lockRequest, maxTitleCharacters, onOneLine } from '../request/change-request.ts';

export const setTitleRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/change-requests/:id/title',
    agents: true,
    summary: 'Set the title of a change request that is not yet applied, rejected or cancelled',
    permission: 'authenticated',
    params: requestParams,
    body: Type.Object({ title: Type.String({ maxLength: 2 * maxTitleCharacters }) }),
    answers: { 204: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError', 'ValidationError'],
    events: [changeRequestTitleUpdated],
  },
  async ({ params, body }, context) => {
    const request = await lockRequest(context, params);
    if (!isAuthor(context, request) && !isAdministrator(context))
      throw new Failure(
        'ForbiddenError',
        `Change request ${request.id} belongs to another user. Only its author and administrators can change its title.`,
      );
    if (isReasonDue(request))
      throw new Failure(
        'BadDataError',
        `Change request ${request.id} is waiting for the reason of a direct write, which becomes its title.`,
      );
    if (closedStates.includes(request.state))
      throw new Failure('BadDataError', `Change request ${request.id} is ${request.state}. Its title can no longer change.`);
    const title = readTitle(body.title);
    if (title === request.title) return;
    const changeRequestId = request.id;
    context.publish(changeRequestTitleUpdated, {
      ...whereOf(request),
      data: { changeRequestId, title },
      preData: { changeRequestId, title: request.title ?? null },
    });
    request.title = title;
  },
);

function readTitle(title: string): string {
  const trimmed = onOneLine(title);
  if (trimmed.length >= 1 && trimmed.length <= maxTitleCharacters) return trimmed;
  const message = `title must have 1 to ${maxTitleCharacters} characters, not counting leading and trailing spaces`;
  throw new Failure('ValidationError', message, { path: 'title' });
}
