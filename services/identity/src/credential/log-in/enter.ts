import { LockMode } from '@mikro-orm/core';
import { browserHeader } from '@signalbox/contracts';
import { type Context, type OpenContext, Reply, type Settings } from '@signalbox/kit';
import { User, usersOnly } from '../../user/user.ts';
import { serializeUser, type UserShape } from '../../user/user.schema.ts';
import { cookieFor, type Opening, openSession, type Origin } from '../session/session.ts';
import { browserCookieFor, knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { noteLogIn } from './log-in-history.ts';

/** From where somebody logs in, and in which of the user's browsers; null for one that is not known. */
export interface Entrance {
  readonly origin: Origin;
  readonly knownBrowser: string | null;
}

/** Somebody who has logged in. */
export interface Entered {
  readonly user: User;
  readonly session: string;
  /** Null for a browser that is known already. */
  readonly browser: string | null;
}

export async function entranceOf({ request, em, now }: OpenContext, userId: number | null): Promise<Entrance> {
  const { clientAddress: address, headers } = request;
  const knownBrowser = await knownBrowserOf(em, headers[browserHeader], userId, now());
  return { origin: { address, browser: String(headers['user-agent'] ?? '') }, knownBrowser };
}

/** The user for a log-in: the row is locked. Null for one that was deleted. */
export const lockForLogIn = ({ em }: Context, id: number): Promise<User | null> =>
  em.findOne(User, { id, ...usersOnly }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Opens a session of the user, whose row is locked. */
export async function enter(context: Context, user: User, { origin, knownBrowser }: Entrance, opening: Opening): Promise<Entered> {
  user.loginAttempts = 0;
  user.seenAt = context.now();
  noteLogIn(context, { userId: user.id, successful: true, address: origin.address });
  const session = await openSession(context, user.id, origin, opening);
  return { user, session, browser: knownBrowser === null ? await rememberBrowser(context, user.id) : null };
}

/** What the headers of an answer say that lets somebody in. */
export const enteredHeaders = {
  'Set-Cookie': 'The session cookie, and a cookie that identifies the browser at its next log-in.',
} as const;

/** The answer that hands over the session. */
export const replyEntered = ({ user, ...secrets }: Entered, settings: Settings): Reply<UserShape> =>
  new Reply(serializeUser(user), { headers: cookiesOf(secrets, settings) });

export function cookiesOf({ session, browser }: Pick<Entered, 'session' | 'browser'>, settings: Settings) {
  const cookies = [cookieFor(session, settings), ...(browser === null ? [] : [browserCookieFor(browser, settings)])];
  return { 'set-cookie': cookies, 'cache-control': 'no-store' };
}
