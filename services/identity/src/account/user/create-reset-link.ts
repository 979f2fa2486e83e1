import { Failure, userUpdated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readPrincipal } from '../../access/grant/group.ts';
import { linkTo } from '../../base/link.ts';
import { refuseControl } from '../../credential/factor/refuse-without-proof.ts';
import { createResetToken } from '../../credential/link/reset-token.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { findByEmail } from '../../user/user.ts';

export const createResetLinkRoute = route(
  {
    method: 'post',
    path: '/api/admin/user-admin/reset-password',
    summary: 'Create a password reset link for a user; only this response contains it',
    permission: 'ADMIN',
    body: Type.Object({ id: Type.String({ description: 'The email address of the user.' }) }),
    holdsSecret: true,
    answers: { 200: Type.Object({ resetPasswordUrl: Type.String() }) },
    failures: ['NotFoundError', 'StepUpRequired'],
    events: [userUpdated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const token = await context.write((work) => createResetTokenFor(work, body.id));
    const resetPasswordUrl = linkTo(context.settings, '/reset-password', { token });
    return new Reply({ resetPasswordUrl }, { headers: { 'cache-control': 'no-store' } });
  },
);

async function createResetTokenFor(context: Context, email: string): Promise<string> {
  const user = await findByEmail(context.em, email);
  if (!user) throw new Failure('NotFoundError', `There is no user with the email address ${email}.`);
  await refuseControl(context, await readPrincipal(context.em, user));
  recordCredentials(context, user, 'reset-link-created');
  return createResetToken(context, { userId: user.id, createdBy: context.actor.id, invites: false });
}
