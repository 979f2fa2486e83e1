import { randomBytes } from 'node:crypto';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, minuteMs } from '@signalbox/kit';
import { Type } from 'typebox';
import { pendingLogInTable, type SignOn } from '../../tables/session.ts';

/**
 * A login that passed the password or the identity provider and lacks the second factor. Its secret is only good for proving or enrolling
 * one.
 */
export class PendingLogIn extends pendingLogInTable.entity.class {}
pendingLogInTable.entity.setClass(PendingLogIn);

export const PendingToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The token that the first step of the login returned.',
});

const secretBytes = 32;
const validMs = 10 * minuteMs;
const maxRefused = 5;

/** Returns the secret, which is not stored. */
export function beginLogIn({ em, now }: Context, userId: number, signOn: SignOn | null = null): { token: string; expiresAt: Date } {
  const token = randomBytes(secretBytes).toString('hex');
  const expiresAt = new Date(now().getTime() + validMs);
  em.create(PendingLogIn, { hash: hashSecret(token), userId, refused: 0, expiresAt, signOn });
  return { token, expiresAt };
}

/** Throws 401 if the secret is unknown, used, or expired. */
export async function findPendingLogIn(em: EntityManager, token: string, now: Date): Promise<PendingLogIn> {
  const pending = await em.findOne(PendingLogIn, { hash: hashSecret(token), expiresAt: { $gt: now } }, { refresh: true });
  if (!pending) throw new Failure('AuthenticationRequired', 'This login has expired. Start again with your username and password.');
  return pending;
}

/** Counts a wrong code; the fifth ends the login. The caller has locked the user. */
export async function countWrongCode({ em }: Context, pending: PendingLogIn): Promise<void> {
  const { hash, refused } = pending;
  if (refused + 1 < maxRefused) await em.nativeUpdate(PendingLogIn, { hash }, { refused: refused + 1 });
  else await em.nativeDelete(PendingLogIn, { hash });
}

export const endPendingLogIns = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(PendingLogIn, { userId });
