import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Failure } from './failure.ts';
import type { LogInWays } from './log-in-ways.ts';

/** What kinds of API tokens there are. */
export const tokenTypes = ['admin', 'client', 'frontend'] as const;
/** One of `tokenTypes`. */
export const TokenType = Type.Enum([...tokenTypes]);
export type TokenType = Static<typeof TokenType>;

/**
 * The cookie that carries a session's id; the wire knows it by this name. Where it goes over HTTPS alone, browsers are told by the
 * prefix to take it from this very host and for all of its paths, so that no neighbouring host can plant one.
 */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-unleash-session' : 'unleash-session');

/** The cookie of a browser in which a user has logged in before; it opens nothing. */
export const browserCookie = (secure: boolean): string => (secure ? '__Host-signalbox-browser' : 'signalbox-browser');

/**
 * The name of a secret where the secret itself must not be: its SHA-256 in lower-case hexadecimal. Session ids and tokens are
 * long and random, so that no slow hash is needed.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Whether it has the form of what belongs to a user or a service account. Secrets of API tokens have a dot, whatever their project is called. */
export const isPersonalSecret = (secret: string): boolean => /^user:[^.]*$/.test(secret);

/**
 * The refusal for who sends no credential that counts, with what consoles need to show their form. With `foreignOrigin`, for a
 * change that a page of another origin has caused. `ways` are absent where the password is the only one.
 */
export function loginRequired(foreignOrigin?: string, ways?: LogInWays): Failure {
  const message =
    foreignOrigin === undefined
      ? 'Log in at /auth/simple/login, or send an API token in the header Authorization.'
      : `This change comes from ${foreignOrigin}. Sessions can only make changes from pages of this server. Send an API token instead.`;
  const { options = [], passwordHidden: defaultHidden = false } = ways ?? {};
  const extra = { type: 'password', path: '/auth/simple/login', defaultHidden, ...(options.length > 0 && { options }) };
  return new Failure('AuthenticationRequired', message, { extra });
}
