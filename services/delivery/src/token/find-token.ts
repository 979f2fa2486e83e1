import type { TokenState } from '@signalbox/contracts';

/**
 * Finds the token with a secret; null if it does not exist. Returns a promise if the token may be about to arrive. Throws
 * 503 until a list of tokens is loaded.
 */
export type FindToken = (secret: string | undefined) => TokenState | null | Promise<TokenState | null>;
