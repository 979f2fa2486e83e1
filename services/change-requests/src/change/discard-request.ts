import { changeRequestDiscarded } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { requestParams } from '../request/change-request.schema.ts';
import { lockRequest, type RequestKey } from '../request/change-request.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { whereOf } from '../request/move.ts';

export const discardRequestRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/change-requests/:id',
    summary: 'Delete a draft',
    permission: 'authenticated',
    params: requestParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'ForbiddenError', 'NotFoundError'],
    events: [changeRequestDiscarded],
  },
  ({ params }, context) => discardRequest(context, params),
);

/** Deletes the row instead of cancelling the request, because a draft was never proposed. */
async function discardRequest(context: Context, key: RequestKey): Promise<void> {
  const request = await lockRequest(context, key);
  legalMoves(context, request, 'discard');
  context.em.remove(request);
  context.publish(changeRequestDiscarded, { ...whereOf(request), preData: { changeRequestId: request.id } });
}
