import { LockMode } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, noAccess } from '@signalbox/kit';
import { allowsToken, ApiToken, permissionFor, projectsSeen, type TokenVerb } from './api-token.ts';

/**
 * The token for a change: its row is locked. It is named by its id, by its secret, or by what lists show of its secret.
 * 404 for a token that does not exist, 409 where several look the same in lists: reporting one as changed, when none or
 * another one was, would leave a leaked token working.
 */
export async function findToken(context: Context, named: string, verb: TokenVerb): Promise<ApiToken> {
  const token = await lockToken(context, named, (each) => projectsSeen(context, each).length > 0);
  if (!allowsToken(context, verb, token.type)) throw noAccess([permissionFor(verb, token.type)]);
  return token;
}

/** The same among the tokens that are meant, whatever the actor may do to tokens of their type. */
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
