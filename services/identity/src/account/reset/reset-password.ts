import { userUpdated } from '@signalbox/contracts';
import { type Context, empty, Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { claimRevision } from '../../base/revision.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { hashPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordText } from '../../credential/password/password.schema.ts';
import { setPassword } from '../../credential/password/set-password.ts';
import { findResetToken, lockResetToken } from '../../credential/link/reset-token.ts';
import { cookieFor } from '../../credential/session/session.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { findUser, lockUser, principalOf, type User } from '../../user/user.ts';

export const resetPasswordRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path: '/auth/reset/password',
    summary: 'Set a password through a reset link and end all sessions',
    permission: 'public',
    body: Type.Object({ token: Type.String({ maxLength: 200 }), password: PasswordText }),
    answers: { 200: empty },
    headers: { 'Set-Cookie': 'Removes the session cookie.' },
    failures: [
      'AuthenticationRequired',
      'NotFoundError',
      'OwaspValidationError',
      'PasswordUndefinedError',
      'RateLimitError',
      'UsedTokenError',
    ],
    events: [userUpdated],
    transaction: { none: 'because password hashing is slow on purpose' },
  },
  async ({ body: { token, password } }, context) => {
    const { userId } = await findResetToken(context.em, token, context.now());
    refuseWeakPassword(password);
    const passwordHash = await hashPassword(password, context.request);
    const owner = principalOf(await findUser(context.em, userId));
    const user = await context.write((work) => resetPassword(work, token, passwordHash), owner);
    // The holder of the link is the owner, who must not be delayed by others' guesses from this address.
    await context.state.forgive(user, context.request.clientAddress);
    return new Reply(undefined, { headers: { 'set-cookie': cookieFor(null, context.settings) } });
  },
);

/** Locks the rows in the same order as all changes of users. The token is valid once. */
async function resetPassword(context: Context, secret: string, passwordHash: string): Promise<User> {
  await claimRevision(context.em);
  const { userId } = await findResetToken(context.em, secret, context.now());
  const user = await lockUser(context.em, userId);
  const token = await lockResetToken(context, secret);
  token.usedAt = context.now();
  await context.em.flush(); // Marks this token as used before the unused ones are deleted.
  await setPassword(context, user, passwordHash);
  recordCredentials(context, user, 'password-changed');
  publishCallers(context, [user.id]);
  return user;
}
