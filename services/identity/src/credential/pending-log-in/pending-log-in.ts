import { randomBytes } from 'node:crypto';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, minuteMs } from '@signalbox/kit';
import { Type } from 'typebox';
import { pendingLogInTable, type SignOn } from '../../tables/session.ts';

/** A log-in whose password, or whose identity provider, was right and whose second factor is missing. Its secret is good for that, or for enrolling one, and nothing else. */
export class PendingLogIn extends pendingLogInTable.entity.class {}
pendingLogInTable.entity.setClass(PendingLogIn);

export const PendingToken = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The token that the first step of the log-in returned.',
});

const secretBytes = 32;
const validMs = 10 * minuteMs;
const maxRefused = 5;

/** Answers the secret, which is stored nowhere. */
export function beginLogIn({ em, now }: Context, userId: number, signOn: SignOn | null = null): { token: string; expiresAt: Date } {
  const token = randomBytes(secretBytes).toString('hex');
  const expiresAt = new Date(now().getTime() + validMs);
  em.create(PendingLogIn, { hash: hashSecret(token), userId, refused: 0, expiresAt, signOn });
  return { token, expiresAt };
}

/** 401 for a secret that is unknown, was used, or has expired. */
export async function findPendingLogIn(em: EntityManager, token: string, now: Date): Promise<PendingLogIn> {
  const pending = await em.findOne(PendingLogIn, { hash: hashSecret(token), expiresAt: { $gt: now } }, { refresh: true });
  if (!pending) throw new Failure('AuthenticationRequired', 'This log-in has expired. Start again with your username and password.');
  return pending;
}

/** Counts a wrong code; the fifth ends it. The caller has locked the user. */
export async function countWrongCode({ em }: Context, pending: PendingLogIn): Promise<void> {
  const { hash, refused } = pending;
  if (refused + 1 < maxRefused) await em.nativeUpdate(PendingLogIn, { hash }, { refused: refused + 1 });
  else await em.nativeDelete(PendingLogIn, { hash });
}

/** Ends all of the user, used or not. */
export const endPendingLogIns = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(PendingLogIn, { userId });
