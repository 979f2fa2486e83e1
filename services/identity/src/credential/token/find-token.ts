import { LockMode } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { allowsToken, ApiToken, permissionFor, projectsSeen, type TokenVerb } from './api-token.ts';

/**
 * Returns the token for a change, with its row locked, by its id, its secret, or its masked secret. Throws 404 if there is none, and 409 if
 * several match: reporting a change that affected no token, or another one, would leave a leaked token working.
 */
export async function findToken(context: Context, named: string, verb: TokenVerb): Promise<ApiToken> {
  const token = await lockToken(context, named, (each) => projectsSeen(context, each).length > 0);
  if (!allowsToken(context, verb, token.type)) throw noAccess([permissionFor(verb, token.type)]);
  return token;
}

/** The same among tokens that match `isMeant`, without checking permissions. */
export async function lockToken({ em }: Context, named: string, isMeant: (token: ApiToken) => boolean): Promise<ApiToken> {
  const found = await em.find(ApiToken, whichOf(named), { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const [token, another] = found.filter(isMeant);
  if (!token) throw new Failure('NotFoundError', 'There is no such API token. Use its id, its secret, or the masked secret from a list.');
  if (another) throw new Failure('ConflictError', `Several API tokens match ${named}. Use the id instead.`);
  return token;
}

function whichOf(named: string): { id: number } | { $or: { hash?: string; masked?: string }[] } {
  if (/^\d{1,15}$/.test(named)) return { id: Number(named) };
  return { $or: [{ hash: hashSecret(named) }, { masked: named }] };
}
