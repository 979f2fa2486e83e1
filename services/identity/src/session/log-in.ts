import { Failure } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../tables.ts';
import { isPassword } from '../user/password.ts';
import { findByLogin, User } from '../user/user.ts';
import { presentUser, UserShape } from '../user/user.schema.ts';
import { cookieFor, openSession } from './session.ts';
import { countUnknownUser } from './unknown-user.ts';

export const logInRoute = route(
  {
    method: 'post',
    path: '/auth/simple/login',
    summary: 'Log in with a username and a password',
    permission: 'public',
    body: Type.Object({ username: Type.String({ minLength: 1 }), password: Type.String({ minLength: 1 }) }),
    answers: { 200: UserShape },
    headers: { 'Set-Cookie': 'The session, for the requests that follow.' },
    failures: ['AuthenticationRequired'],
    events: { none: 'because a log-in changes nothing that others decide on' },
    transaction: { none: 'because checking a password takes long on purpose' },
  },
  async ({ body }, context) => {
    const { user, session } = await logIn(context, body.username, body.password);
    const headers = { 'set-cookie': cookieFor(session, context.settings), 'cache-control': 'no-store' };
    return new Reply(presentUser(user), { headers });
  },
);

/**
 * Opens a session. An unknown name, an account without a password and a wrong password cost the same work and are
 * refused with the same words, so that the answer does not tell which names exist.
 */
export async function logIn(context: OpenContext, login: string, password: string): Promise<{ user: User; session: string }> {
  const found = await findByLogin(context.em, login);
  const known = await isPassword(password, found?.passwordHash ?? null);
  const entered = await context.write((work) => (found && known ? enter(work, found.id) : countRefusal(work, found)));
  if (!entered) throw new Failure('AuthenticationRequired', 'Wrong user name or password. Check both and try again.');
  return entered;
}

/** Null when the user was deleted while the password was checked. */
async function enter(context: Context, id: number): Promise<{ user: User; session: string } | null> {
  const user = await context.em.findOne(User, { id, deletedAt: null });
  if (!user) return null;
  user.loginAttempts = 0;
  user.seenAt = context.now();
  return { user, session: openSession(context, user.id) };
}

async function countRefusal(context: Context, user: User | null): Promise<null> {
  if (!user) await countUnknownUser(context.em);
  else
    await tablesOf(context.em)
      .updateTable('user')
      .set((row) => ({ login_attempts: row('login_attempts', '+', 1) }))
      .where('id', '=', user.id)
      .execute();
  return null;
}
