import { browserHeader, Failure, userUpdated } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, empty, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { claimRevision } from '../../base/revision.ts';
import { knownBrowserOf } from '../../credential/log-in/known-browser.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { hashPassword, isPassword } from '../../credential/password/password.ts';
import { refuseWeakPassword } from '../../credential/password/password-rules.ts';
import { PasswordText } from '../../credential/password/password.schema.ts';
import { setPassword } from '../../credential/password/set-password.ts';
import { cookieFor } from '../../credential/session/session.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { lockUser, nameOf, type User } from '../../user/user.ts';
import { findOwnUser } from './own-user.ts';

export const changeOwnPasswordRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path: '/api/admin/user/change-password',
    summary: 'Change the current user’s password and end all sessions',
    permission: 'authenticated',
    body: Type.Object({ password: PasswordText, confirmPassword: PasswordText, oldPassword: PasswordText }),
    answers: { 200: empty },
    headers: { 'Set-Cookie': 'Removes the session cookie.' },
    failures: [
      'AuthenticationRequired',
      'BadDataError',
      'NoAccessError',
      'OwaspValidationError',
      'PasswordUndefinedError',
      'RateLimitError',
    ],
    events: [userUpdated],
    transaction: { none: 'because password checks are slow on purpose' },
  },
  async ({ body: { password, confirmPassword, oldPassword } }, context) => {
    const user = await findOwnUser(context);
    if (password !== confirmPassword)
      throw new Failure('BadDataError', 'confirmPassword must equal password.', { path: 'confirmPassword' });
    refuseWeakPassword(password);
    await refuseWrongPassword(context, user, oldPassword);
    const passwordHash = await hashPassword(password, context.request);
    await context.write((work) => changeFrom(work, user, passwordHash));
    return new Reply(undefined, { headers: { 'set-cookie': cookieFor(null, context.settings) } });
  },
);

/** Guesses made through someone else's session are delayed like logins. */
async function refuseWrongPassword(context: OpenContext<LogInState>, user: User, oldPassword: string): Promise<void> {
  const { clientAddress: address, headers } = context.request;
  const browser = await knownBrowserOf(context.em, headers[browserHeader], user.id, context.now());
  await context.state.guard({ login: nameOf(user), user, address, browser }, async () => {
    if (!(await isPassword(oldPassword, user.passwordHash ?? null, context.request))) throw wrongPassword();
  });
}

/** Refuses if the password changed during the check. */
async function changeFrom(context: Context, { id, passwordHash: checked }: User, passwordHash: string): Promise<void> {
  await claimRevision(context.em);
  const user = await lockUser(context.em, id);
  if (user.passwordHash !== checked) throw wrongPassword();
  await setPassword(context, user, passwordHash);
  recordCredentials(context, user, 'password-changed');
  publishCallers(context, [id]);
}

const wrongPassword = () => new Failure('AuthenticationRequired', 'The old password is wrong. Try again.');
