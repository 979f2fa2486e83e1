import { Failure, patDeleted } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { publishCallers } from '../../base/access-broadcast.ts';
import { claimRevision } from '../../base/revision.ts';
import { noteRevoked } from '../token/revoke-token.ts';
import { PersonalToken } from '../../tables/token.ts';
import { personalTokenFact } from './personal-token.schema.ts';

/** Tokens of one owner, oldest first. Expired tokens stay listed until they are deleted. */
export const readPersonalTokens = (em: EntityManager, userId: number): Promise<PersonalToken[]> =>
  em.find(PersonalToken, { userId }, { orderBy: { id: 'asc' } });

/** Revokes one token of the owner, immediately everywhere. Throws 404 if the owner has no such token. */
export async function revokePersonalToken(context: Context, userId: number, id: number): Promise<void> {
  await claimRevision(context.em); // Of two concurrent revocations, the second finds no token.
  const token = await context.em.findOne(PersonalToken, { id, userId });
  if (!token) throw new Failure('NotFoundError', `This user has no token ${id}.`);
  await revokeTokens(context, [token]);
}

/** Revokes all tokens of the owner, with an event for each. Returns whether there were any. */
export async function revokePersonalTokens(context: Context, userId: number): Promise<boolean> {
  const tokens = await readPersonalTokens(context.em, userId);
  await revokeTokens(context, tokens);
  return tokens.length > 0;
}

/** Revokes tokens, immediately everywhere, with an event for each. The caller has locked the access version. */
export async function revokeTokens(context: Context, tokens: readonly PersonalToken[]): Promise<void> {
  await withdraw(context, tokens);
  for (const token of tokens) context.publish(patDeleted, { data: personalTokenFact(token) });
}

/** Deletes all tokens of the owner without events, because another event covers the owner's end. */
export const withdrawPersonalTokens = async (context: Context, userId: number): Promise<void> =>
  withdraw(context, await readPersonalTokens(context.em, userId));

async function withdraw(context: Context, tokens: readonly PersonalToken[]): Promise<void> {
  if (tokens.length === 0) return;
  await context.em.nativeDelete(PersonalToken, { id: { $in: tokens.map(({ id }) => id) } });
  noteRevoked(context, tokens);
  const owners = new Set(tokens.map(({ userId }) => userId));
  publishCallers(
    context,
    [...owners],
    tokens.map(({ hash }) => hash),
  );
}
