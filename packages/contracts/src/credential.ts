import { Type, type Static } from 'typebox';
import { Failure } from './failure.ts';
import type { LogInWays } from './log-in-ways.ts';

/** Kinds of API tokens. */
export const tokenTypes = ['admin', 'client', 'frontend'] as const;
/** One of `tokenTypes`. */
export const TokenType = Type.Enum([...tokenTypes]);
export type TokenType = Static<typeof TokenType>;

/**
 * Name of the session cookie. Over HTTPS, the prefix makes browsers accept it only from this host and for all paths, so that no sibling
 * host can set one.
 */
export const sessionCookie = (secure: boolean): string => (secure ? '__Host-unleash-session' : 'unleash-session');

/** Name of the cookie of a browser in which a user has logged in before. It grants nothing. */
export const browserCookie = (secure: boolean): string => (secure ? '__Host-signalbox-browser' : 'signalbox-browser');

/**
 * Returns true for the formats of API token secrets: `project:environment.hex` with at least 224 bits, and
 * `project:environment.v2_<selector>_<verifier>` of the reference system, whose verifier has 256.
 */
export const isApiSecret = (secret: string): boolean => apiSecret.test(secret);

const apiSecret = /^[^\s:]{1,255}:[^\s:]{1,255}\.(?:[0-9a-f]{56,128}|v2_[\w-]{22}_[\w-]{43})$/i;

/**
 * Returns true for the format of a secret of a user or service account. Secrets of API tokens contain a dot, whatever their project's name
 * is.
 */
export const isPersonalSecret = (secret: string): boolean => /^user:[^.]*$/.test(secret);

/**
 * Creates the 401 for a missing or invalid credential, with the fields that consoles need for their login form. `foreignOrigin` is the
 * other origin whose page caused the change. `ways` is absent if only passwords are accepted.
 */
export function loginRequired(foreignOrigin?: string, ways?: LogInWays): Failure {
  const message =
    foreignOrigin === undefined
      ? 'Log in at /auth/simple/login, or send an API token in the header Authorization.'
      : `This request comes from ${foreignOrigin}. Session cookies are accepted for changes only from pages of this server. Send an API token instead.`;
  const { options = [], passwordHidden: defaultHidden = false } = ways ?? {};
  const extra = { type: 'password', path: '/auth/simple/login', defaultHidden, ...(options.length > 0 && { options }) };
  return new Failure('AuthenticationRequired', message, { extra });
}
