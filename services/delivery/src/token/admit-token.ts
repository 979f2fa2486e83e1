import { Failure, type TokenState } from '@signalbox/contracts';

/** The token with a secret; null for none. A promise where it may be about to arrive. Throws 503 while there is no list of tokens. */
export type FindToken = (secret: string | undefined) => TokenState | null | Promise<TokenState | null>;

/** The token of whoever asks, if it is of one of these kinds; admin tokens open everything. 401 for none, 403 for another kind. */
export async function admitToken(
  find: FindToken,
  secret: string | undefined,
  ...kinds: readonly ('client' | 'frontend')[]
): Promise<TokenState> {
  const token = await find(secret);
  if (token?.type === 'admin' || (token && kinds.includes(token.type))) return token;
  const wanted = kinds.join(' or a ');
  if (!token) throw new Failure('AuthenticationRequired', `Send a ${wanted} token that has not expired in the header Authorization.`);
  throw new Failure('NoAccessError', `This needs a ${wanted} token; the one that was sent is a ${token.type} token.`, {
    extra: { permissions: kinds.map((kind) => kind.toUpperCase()) },
  });
}
