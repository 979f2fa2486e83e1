import { Failure } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { linkTo } from '../../base/link.ts';
import { createResetToken } from '../../credential/reset-token/reset-token.ts';
import { findByEmail } from '../../user/user.ts';

export const createResetLinkRoute = route(
  {
    method: 'post',
    path: '/api/admin/user-admin/reset-password',
    summary: 'Make a link by which a user chooses another password; only this response contains it',
    permission: 'ADMIN',
    body: Type.Object({ id: Type.String({ description: 'The e-mail address of the user.' }) }),
    holdsSecret: true,
    answers: { 200: Type.Object({ resetPasswordUrl: Type.String() }) },
    failures: ['NotFoundError'],
    events: { none: 'because passwords are no part of what the audit log keeps' },
    transaction: { none: 'because the answer holds a secret, which must not be stored for a repetition of the request' },
  },
  async ({ body }, context) => {
    const user = await findByEmail(context.em, body.id);
    if (!user) throw new Failure('NotFoundError', `There is no user with the e-mail address ${body.id}.`);
    const token = await context.write((work) => createResetToken(work, { userId: user.id, createdBy: work.actor.id, invites: false }));
    const resetPasswordUrl = linkTo(context.settings, '/reset-password', { token });
    return new Reply({ resetPasswordUrl }, { headers: { 'cache-control': 'no-store' } });
  },
);
