import { changeDiscarded } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockRequest, refuseWhileApplied, type RequestKey } from '../request/change-request.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { moveByEdit, whereOf } from '../request/move.ts';
import { changeParams, findChange } from './edit-change.ts';
import { refuseOutsider } from './member.ts';
import { recordedChange } from './store-changes.ts';

export const discardChangeRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/change-requests/:crId/changes/:changeId',
    summary: 'Remove a change from a change request; approvals must be given again',
    permission: 'authenticated',
    params: changeParams,
    answers: { 200: empty },
    failures: ['BadDataError', 'ConflictError', 'ForbiddenError', 'NotFoundError'],
    events: [changeDiscarded],
  },
  ({ params }, context) => discardChange(context, { projectId: params.projectId, id: params.crId }, params.changeId),
);

async function discardChange(context: Context, key: RequestKey, changeId: number): Promise<void> {
  const request = await lockRequest(context, key);
  await refuseOutsider(context, request.project);
  const [edit] = legalMoves(context, request, 'edit');
  refuseWhileApplied(request);
  const change = await findChange(context.em, request.id, changeId);
  context.em.remove(change);
  context.publish(changeDiscarded, { ...whereOf(request), featureName: change.feature ?? null, preData: recordedChange(change, request) });
  await moveByEdit(context, request, edit);
}
