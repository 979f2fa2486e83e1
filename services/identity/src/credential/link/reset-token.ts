import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, hourMs } from '@signalbox/kit';
import { isExpired } from '../token/api-token.ts';
import { resetTokenTable } from '../../tables/link.ts';

/** Allows its holder to set the user's password, once, within a day. */
export class ResetToken extends resetTokenTable.entity.class {}
resetTokenTable.entity.setClass(ResetToken);

const secretBytes = 32;
const validMs = 24 * hourMs;

/** Creates a token and invalidates the user's others. Returns the secret, which is not stored. */
export async function createResetToken(context: Context, token: Pick<ResetToken, 'userId' | 'createdBy' | 'invites'>): Promise<string> {
  await withdrawResetTokens(context, token.userId ?? 0);
  const secret = randomBytes(secretBytes).toString('hex');
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + validMs);
  context.em.create(ResetToken, { ...token, hash: hashSecret(secret), createdAt, expiresAt, usedAt: null });
  return secret;
}

/** Deletes unused reset tokens. */
export const withdrawResetTokens = (context: Context, userId: number): Promise<number> =>
  context.em.nativeDelete(ResetToken, { userId, usedAt: null });

/** Throws 401 if the secret is unknown or expired, and 403 if it was used. */
export async function findResetToken(em: EntityManager, secret: string, now: Date): Promise<ResetToken> {
  return usable(await em.findOne(ResetToken, { hash: hashSecret(secret) }), now);
}

/** The same for a change, with the row locked. */
export async function lockResetToken({ em, now }: Context, secret: string): Promise<ResetToken> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return usable(await em.findOne(ResetToken, { hash: hashSecret(secret) }, lock), now());
}

function usable(token: ResetToken | null, now: Date): ResetToken {
  if (!token || isExpired(token, now))
    throw new Failure('AuthenticationRequired', 'This link is invalid or has expired. Request a new one.');
  if (token.usedAt) throw new Failure('UsedTokenError', 'This link has already been used. Request a new one.');
  return token;
}
