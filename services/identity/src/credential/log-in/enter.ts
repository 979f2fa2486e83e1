import { LockMode } from '@mikro-orm/core';
import { browserHeader } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, type Settings } from '@signalbox/kit';
import { User, usersOnly } from '../../user/user.ts';
import { serializeUser, type UserShape } from '../../user/user.schema.ts';
import { cookieFor, type Opening, openSession, type Origin } from '../session/session.ts';
import { browserCookieFor, knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { noteLogIn } from './log-in-history.ts';

/** The origin of a login, and the user's known browser; null if the browser is unknown. */
export interface Entrance {
  readonly origin: Origin;
  readonly knownBrowser: string | null;
}

/** A completed login. */
export interface Entered {
  readonly user: User;
  readonly session: string;
  /** Secret of a newly remembered browser; null if the browser was known. */
  readonly browser: string | null;
}

export async function entranceOf({ request, em, now }: OpenContext, userId: number | null): Promise<Entrance> {
  const { clientAddress: address, headers } = request;
  const knownBrowser = await knownBrowserOf(em, headers[browserHeader], userId, now());
  return { origin: { address, browser: String(headers['user-agent'] ?? '') }, knownBrowser };
}

/** Returns the user with its row locked for a login; null if it was deleted. */
export const lockForLogIn = ({ em }: Context, id: number): Promise<User | null> =>
  em.findOne(User, { id, ...usersOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Opens a session for the user, whose row is locked. */
export async function enter(context: Context, user: User, { origin, knownBrowser }: Entrance, opening: Opening): Promise<Entered> {
  user.loginAttempts = 0;
  user.seenAt = context.now();
  noteLogIn(context, { userId: user.id, successful: true, address: origin.address });
  const session = await openSession(context, user.id, origin, opening);
  return { user, session, browser: knownBrowser === null ? await rememberBrowser(context, user.id) : null };
}

/** Documented headers of responses that log a user in. */
export const enteredHeaders = {
  'Set-Cookie': 'The session cookie, and a cookie that identifies the browser at its next login.',
} as const;

/** Response that sets the session cookie. */
export const replyEntered = ({ user, ...secrets }: Entered, settings: Settings): Reply<UserShape> =>
  new Reply(serializeUser(user), { headers: cookiesOf(secrets, settings) });

export function cookiesOf({ session, browser }: Pick<Entered, 'session' | 'browser'>, settings: Settings) {
  const cookies = [cookieFor(session, settings), ...(browser === null ? [] : [browserCookieFor(browser, settings)])];
  return { 'set-cookie': cookies, 'cache-control': 'no-store' };
}
