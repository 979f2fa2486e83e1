import { Failure, patDeleted } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { publishCallers } from '../../base/access-broadcast.ts';
import { claimRevision } from '../../base/database/revision.ts';
import { PersonalToken } from './personal-token.ts';
import { personalTokenFact } from './personal-token.schema.ts';

/** Of one owner, the oldest first; expired ones stay listed until they are deleted. */
export const readPersonalTokens = (em: EntityManager, userId: number): Promise<PersonalToken[]> =>
  em.find(PersonalToken, { userId }, { orderBy: { id: 'asc' } });

/** Revokes one token of that owner, everywhere at once. 404 for what is none of the owner's. */
export async function revokePersonalToken(context: Context, userId: number, id: number): Promise<void> {
  await claimRevision(context.em); // Of two who revoke it, the second finds none.
  const token = await context.em.findOne(PersonalToken, { id, userId });
  if (!token) throw new Failure('NotFoundError', `This user has no token ${id}.`);
  context.em.remove(token);
  publishCallers(context, [userId], [token.hash]);
  context.publish(patDeleted, { data: personalTokenFact(token) });
}

/** Revokes all tokens of the owner, each with its event. Returns whether there were any. */
export async function revokePersonalTokens(context: Context, userId: number): Promise<boolean> {
  const tokens = await withdrawPersonalTokens(context, userId);
  for (const token of tokens) context.publish(patDeleted, { data: personalTokenFact(token) });
  return tokens.length > 0;
}

/** Takes away all that the owner has, without events of their own: another event names the owner's end. Returns them. */
export async function withdrawPersonalTokens(context: Context, userId: number): Promise<readonly PersonalToken[]> {
  const tokens = await readPersonalTokens(context.em, userId);
  if (tokens.length === 0) return [];
  await context.em.nativeDelete(PersonalToken, { userId });
  publishCallers(
    context,
    [userId],
    tokens.map(({ hash }) => hash),
  );
  return tokens;
}
