import { Failure, patDeleted, userFactorsReset } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { userParams } from '../../account/user/user-admin.schema.ts';
import { claimRevision } from '../../base/revision.ts';
import { factorOwner } from '../../credential/factor/enroll.ts';
import { forgetFactors } from '../../credential/factor/factors-of-user.ts';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';
import { endAccess } from '../../credential/end-access.ts';
import { lockUser } from '../../user/user.ts';

export const resetFactorsRoute = route(
  {
    method: 'delete',
    path: '/api/admin/user-admin/:id/factors',
    summary: 'Remove all second factors of a user who has lost them, end all sessions and revoke the user’s personal access tokens',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError', 'StepUpRequired'],
    events: [patDeleted, userFactorsReset],
  },
  ({ params }, context) => resetFactors(context, params.id),
);

/** Users remove their own factors with a proof, which a reset would bypass. */
async function resetFactors(context: Context, id: number): Promise<void> {
  if (context.actor.id === id)
    throw new Failure('InvalidOperationError', 'Your own factors cannot be reset here. Remove them at /api/admin/user/factors.');
  await refuseWithoutProof(context);
  await claimRevision(context.em);
  const user = await lockUser(context.em, id);
  if (!(await forgetFactors(context, id))) return;
  await endAccess(context, id);
  context.publish(userFactorsReset, { preData: factorOwner(user) });
}
