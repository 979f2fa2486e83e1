import { patDeleted, userUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { readPrincipal } from '../../access/grant/group.ts';
import { claimRevision } from '../../base/revision.ts';
import { refuseControl } from '../../credential/factor/refuse-without-proof.ts';
import { hashPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordBody } from '../../credential/password/password.schema.ts';
import { endAccess } from '../../credential/end-access.ts';
import { setPassword } from '../../credential/password/set-password.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { findUser, lockUser } from '../../user/user.ts';
import { publishCallers } from '../../base/access-broadcast.ts';
import { userParams } from './user-admin.schema.ts';

export const changePasswordOfUserRoute = route(
  {
    method: 'post',
    path: '/api/admin/user-admin/:id/change-password',
    summary: 'Set a user’s password, end all sessions and revoke the user’s personal access tokens',
    permission: 'ADMIN',
    params: userParams,
    body: PasswordBody,
    answers: { 200: empty },
    failures: ['NotFoundError', 'OwaspValidationError', 'PasswordUndefinedError', 'RateLimitError', 'StepUpRequired'],
    events: [patDeleted, userUpdated],
    transaction: { none: 'because password hashing is slow on purpose' },
  },
  async ({ params: { id }, body: { password } }, context) => {
    refuseWeakPassword(password);
    await findUser(context.em, id);
    const passwordHash = await hashPassword(password, context.request);
    await context.write((work) => changePassword(work, id, passwordHash));
  },
);

/** Ends all access through the old password, immediately everywhere. */
async function changePassword(context: Context, id: number, passwordHash: string): Promise<void> {
  await claimRevision(context.em);
  const user = await lockUser(context.em, id);
  await refuseControl(context, await readPrincipal(context.em, user));
  await setPassword(context, user, passwordHash);
  await endAccess(context, id);
  recordCredentials(context, user, 'password-changed');
  publishCallers(context, [id]);
}
