import { Failure, type TokenState } from '@signalbox/contracts';
import type { Replica, Revisions } from '@signalbox/replica';
import { type Exchange, headerOf } from '../exchange/exchange.ts';
import type { FindPerson } from './person.ts';

/** The token with a secret; null for none. A promise where it may be about to arrive. Throws 503 while there is no list of tokens. */
export type FindToken = (secret: string | undefined) => TokenState | null | Promise<TokenState | null>;

/** Who may be let in: programs with a token of that kind, or persons. */
type Kind = TokenState['type'] | 'person';

/** What `admit` finds out with. */
interface AdmitParts {
  readonly findToken: FindToken;
  readonly findPerson: FindPerson;
  readonly revisions: Revisions;
  readonly replica: Pick<Replica, 'stale'>;
}

/**
 * Lets a read in whose token is of one of these kinds, once everything that it wants to see is known here; admin tokens open
 * everything. 401 for none, 403 for another kind, and what `Revisions` throws.
 */
export type Admit = (exchange: Exchange, secret: string | undefined, ...kinds: readonly Kind[]) => Promise<TokenState>;

export function admitWith({ findToken, findPerson, revisions, replica }: AdmitParts): Admit {
  const admit: Admit = async ({ request }, secret, ...kinds) => {
    const token = await findToken(secret);
    if (token?.type === 'admin' || (token && kinds.includes(token.type))) return token;
    const person = token || !kinds.includes('person') ? null : await findPerson(request);
    return person ?? refuse(token, kinds);
  };
  return async (exchange, secret, ...kinds) => {
    const token = await admit(exchange, secret, ...kinds);
    const reached = revisions.reach(headerOf(exchange, 'if-min-revision'), exchange.response);
    if (replica.stale) exchange.response.setHeader('x-signalbox-stale', 'true');
    if (!reached) return token;
    await reached;
    return admit(exchange, secret, ...kinds); // What it waited for may be that the token was taken away.
  };
}

function refuse(token: TokenState | null, kinds: readonly Kind[]): never {
  const types = kinds.filter((kind) => kind !== 'person');
  const wanted = types.join(' or a ');
  if (!token) throw new Failure('AuthenticationRequired', `Send a ${wanted} token that has not expired in the header Authorization.`);
  throw new Failure('NoAccessError', `This needs a ${wanted} token; the one that was sent is a ${token.type} token.`, {
    extra: { permissions: types.map((type) => type.toUpperCase()) },
  });
}
