import { type Context, empty, route } from '@signalbox/kit';
import { claimRevision } from '../../base/database/revision.ts';
import { hashPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordBody } from '../../credential/password/password.schema.ts';
import { setPassword } from '../../credential/password/set-password.ts';
import { findUser, lockUser } from '../../user/user.ts';
import { publishCallers } from '../../base/access-broadcast.ts';
import { userParams } from './user-admin.schema.ts';

export const changePasswordOfUserRoute = route(
  {
    method: 'post',
    path: '/api/admin/user-admin/:id/change-password',
    summary: 'Give a user another password, and end all of the user’s sessions',
    permission: 'ADMIN',
    params: userParams,
    body: PasswordBody,
    answers: { 200: empty },
    failures: ['NotFoundError', 'OwaspValidationError', 'PasswordUndefinedError'],
    events: { none: 'because passwords are no part of what the audit log keeps' },
    transaction: { none: 'because hashing a password takes long on purpose' },
  },
  async ({ params: { id }, body: { password } }, context) => {
    refuseWeakPassword(password);
    await findUser(context.em, id);
    const passwordHash = await hashPassword(password);
    await context.write((work) => changePassword(work, id, passwordHash));
  },
);

/** Ends what the old password opened, everywhere at once. */
export async function changePassword(context: Context, id: number, passwordHash: string): Promise<void> {
  await claimRevision(context.em);
  await setPassword(context, await lockUser(context.em, id), passwordHash);
  publishCallers(context, [id]);
}
