import { Failure, type TokenState } from '@signalbox/contracts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Revisions } from '../revision/revisions.ts';

/** The token with a secret; null for none. A promise where it may be about to arrive. Throws 503 while there is no list of tokens. */
export type FindToken = (secret: string | undefined) => TokenState | null | Promise<TokenState | null>;

type Kind = 'client' | 'frontend';

/**
 * Lets a read in with a token of one of these kinds, once everything that it wants to see is known here. Throws what
 * `admitToken` and `Revisions` throw.
 */
export type Admit = (exchange: Exchange, secret: string | undefined, ...kinds: readonly Kind[]) => Promise<TokenState>;

export function admitWith(find: FindToken, revisions: Revisions): Admit {
  return async (exchange, secret, ...kinds) => {
    const token = await admitToken(find, secret, ...kinds);
    const reached = revisions.reach(exchange);
    if (!reached) return token;
    await reached;
    return admitToken(find, secret, ...kinds); // What it waited for may be that the token was taken away.
  };
}

/** The token of whoever asks, if it is of one of these kinds; admin tokens open everything. 401 for none, 403 for another kind. */
async function admitToken(find: FindToken, secret: string | undefined, ...kinds: readonly Kind[]): Promise<TokenState> {
  const token = await find(secret);
  if (token?.type === 'admin' || (token && kinds.includes(token.type))) return token;
  const wanted = kinds.join(' or a ');
  if (!token) throw new Failure('AuthenticationRequired', `Send a ${wanted} token that has not expired in the header Authorization.`);
  throw new Failure('NoAccessError', `This needs a ${wanted} token; the one that was sent is a ${token.type} token.`, {
    extra: { permissions: kinds.map((kind) => kind.toUpperCase()) },
  });
}
