import type { TokenState } from '@signalbox/contracts';

/** The token with a secret; null for none. A promise where it may be about to arrive. Throws 503 while there is no list of tokens. */
export type FindToken = (secret: string | undefined) => TokenState | null | Promise<TokenState | null>;
