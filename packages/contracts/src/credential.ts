import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Failure } from './failure.ts';

/** What kinds of API tokens there are. */
export const tokenTypes = ['admin', 'client', 'frontend'] as const;
/** One of `tokenTypes`. */
export const TokenType = Type.Enum([...tokenTypes]);
export type TokenType = Static<typeof TokenType>;

/** The cookie that carries a session's id; the wire knows it by this name. */
export const sessionCookie = 'unleash-session';

/**
 * The name of a secret where the secret itself must not be: its SHA-256 in lower-case hexadecimal. Session ids and tokens are
 * long and random, so that no slow hash is needed.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** The refusal for who sends no credential that counts, with what consoles need to show their form. */
export const loginRequired = (): Failure =>
  new Failure('AuthenticationRequired', 'Log in at /auth/simple/login, or send an API token in the header Authorization.', {
    extra: { type: 'password', path: '/auth/simple/login', defaultHidden: false },
  });
