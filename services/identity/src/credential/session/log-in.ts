import { Failure } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import { isPassword } from '../password/password.ts';
import { findByLogin, User } from '../../user/user.ts';
import { presentUser, UserShape } from '../../user/user.schema.ts';
import type { LogInState } from './log-in-guard.ts';
import { cookieFor, openSession } from './session.ts';
import { countUnknownUser } from './unknown-user.ts';

export const logInRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path: '/auth/simple/login',
    summary: 'Log in with a username and a password',
    permission: 'public',
    body: Type.Object({ username: Type.String({ minLength: 1 }), password: Type.String({ minLength: 1 }) }),
    answers: { 200: UserShape },
    headers: { 'Set-Cookie': 'The session, for the requests that follow.' },
    failures: ['AuthenticationRequired', 'RateLimitError'],
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
export async function logIn(context: OpenContext<LogInState>, login: string, password: string): Promise<Entered> {
  const user = await findByLogin(context.em, login);
  const { clientAddress: address } = context.request;
  return context.state.guard({ login, user, address }, async () => {
    const known = await isPassword(password, user?.passwordHash ?? null);
    const entered = await context.write((work) => (user && known ? enter(work, user.id) : countRefusal(work, user)));
    if (!entered) throw new Failure('AuthenticationRequired', 'Wrong user name or password. Check both and try again.');
    return entered;
  });
}

interface Entered {
  readonly user: User;
  readonly session: string;
}

/** Null when the user was deleted while the password was checked. */
async function enter(context: Context, id: number): Promise<Entered | null> {
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
