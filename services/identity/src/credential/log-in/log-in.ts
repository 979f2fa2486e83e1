import { LockMode } from '@mikro-orm/core';
import { browserHeader, Failure } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import { findByLogin, User, usersOnly } from '../../user/user.ts';
import { presentUser, UserShape } from '../../user/user.schema.ts';
import { isPassword } from '../password/password.ts';
import { cookieFor, openSession, type Origin } from '../session/session.ts';
import { browserCookieFor, knownBrowserOf, rememberBrowser } from './known-browser.ts';
import type { LogInState } from './log-in-guard.ts';
import { noteLogIn } from './log-in-history.ts';
import { refuseDisabledPasswords } from './password-log-in.ts';
import { countUnknownUser } from './unknown-user.ts';

export const logInRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path: '/auth/simple/login',
    summary: 'Log in with a username and a password',
    permission: 'public',
    body: Type.Object({ username: Type.String({ minLength: 1 }), password: Type.String({ minLength: 1 }) }),
    holdsSecret: true,
    answers: { 200: UserShape },
    headers: { 'Set-Cookie': 'The session, for the requests that follow, and what the browser is known by when it logs in again.' },
    failures: ['AuthenticationRequired', 'DisabledError', 'RateLimitError'],
    events: { none: 'because a log-in changes nothing that others decide on' },
    transaction: { none: 'because checking a password takes long on purpose' },
  },
  async ({ body }, context) => {
    const { user, session, browser } = await logIn(context, body.username, body.password);
    const cookies = [cookieFor(session, context.settings), ...(browser ? [browserCookieFor(browser, context.settings)] : [])];
    return new Reply(presentUser(user), { headers: { 'set-cookie': cookies, 'cache-control': 'no-store' } });
  },
);

/**
 * Opens a session. An unknown name, an account without a password and a wrong password cost the same work and are
 * refused with the same words, so that the answer does not tell which names exist.
 */
export async function logIn(context: OpenContext<LogInState>, login: string, password: string): Promise<Entered> {
  await refuseDisabledPasswords(context);
  const user = await findByLogin(context.em, login);
  const { clientAddress: address, headers } = context.request;
  const browser = await knownBrowserOf(context.em, headers[browserHeader], user?.id ?? null, context.now());
  return context.state.guard({ login, user, address, browser }, async () => {
    const isRight = await isPassword(password, user?.passwordHash ?? null);
    const origin = { address, browser: String(headers['user-agent'] ?? '') };
    const entered = await context.write(async (work) => {
      const done = user && isRight ? await enter(work, user, origin, browser !== null) : await countRefusal(work, user);
      noteLogIn(work, { userId: user?.id ?? null, successful: done !== null, address });
      return done;
    });
    if (!entered) throw new Failure('AuthenticationRequired', 'Wrong user name or password. Check both and try again.');
    return entered;
  });
}

interface Entered {
  readonly user: User;
  readonly session: string;
  /** Null for a browser that is known already. */
  readonly browser: string | null;
}

/** Null when the user was deleted, or got another password, while this one was checked. */
async function enter(context: Context, { id, passwordHash }: User, origin: Origin, isKnown: boolean): Promise<Entered | null> {
  const user = await context.em.findOne(User, { id, ...usersOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!user || user.passwordHash !== passwordHash) return null;
  user.loginAttempts = 0;
  user.seenAt = context.now();
  const session = await openSession(context, id, origin);
  return { user, session, browser: isKnown ? null : await rememberBrowser(context, id) };
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
