import { randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { hashSecret } from '@signalbox/contracts';
import { type Context, Instant, minuteMs } from '@signalbox/kit';

export const passkeyChallengeEntity = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenge',
  properties: {
    /** Of the challenge. */
    hash: p.string().primary(),
    /** Null for a log-in that begins with the passkey. */
    userId: p.integer().fieldName('user_id').nullable(),
    purpose: p.string().$type<ChallengePurpose>(),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
  },
});

/** What an authenticator has to sign: random, for one user and purpose, once, within five minutes. */
export class PasskeyChallenge extends passkeyChallengeEntity.class {}
passkeyChallengeEntity.setClass(PasskeyChallenge);

/** `registration-passwordless`: of a passkey that its user wants to log in with alone. */
export type ChallengePurpose = 'registration' | 'registration-passwordless' | 'log-in' | 'second-step' | 'step-up';

const challengeBytes = 32;
const validMs = 5 * minuteMs;

/** Answers the challenge in base64url. */
export function createChallenge({ em, now }: Context, purpose: ChallengePurpose, userId: number | null): string {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  em.create(PasskeyChallenge, { hash: hashSecret(challenge), userId, purpose, expiresAt: new Date(now().getTime() + validMs) });
  return challenge;
}

/** Whether it was given out for that and not taken yet; from here on it is taken. */
export const takeChallenge = async (
  { em, now }: Context,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<boolean> =>
  (await em.nativeDelete(PasskeyChallenge, { hash: hashSecret(challenge), purpose, userId, expiresAt: { $gt: now() } })) === 1;
