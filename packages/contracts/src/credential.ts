import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';

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
