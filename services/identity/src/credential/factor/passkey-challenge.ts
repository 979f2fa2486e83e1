import { randomBytes } from 'node:crypto';
import { hashSecret } from '@signalbox/contracts';
import { type Context, minuteMs } from '@signalbox/kit';
import { passkeyChallengeTable, type ChallengePurpose } from '../../tables/factor.ts';

/** Random challenge for an authenticator to sign: for one user and purpose, valid once, for five minutes. */
export class PasskeyChallenge extends passkeyChallengeTable.entity.class {}
passkeyChallengeTable.entity.setClass(PasskeyChallenge);

const challengeBytes = 32;
const validMs = 5 * minuteMs;

/** Returns the challenge in base64url. */
export function createChallenge({ em, now }: Context, purpose: ChallengePurpose, userId: number | null): string {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  em.create(PasskeyChallenge, { hash: hashSecret(challenge), userId, purpose, expiresAt: new Date(now().getTime() + validMs) });
  return challenge;
}

/** Returns whether the challenge was created for this purpose and user and was unused. Marks it as used. */
export const takeChallenge = async (
  { em, now }: Context,
  challenge: string,
  purpose: ChallengePurpose,
  userId: number | null,
): Promise<boolean> =>
  (await em.nativeDelete(PasskeyChallenge, { hash: hashSecret(challenge), purpose, userId, expiresAt: { $gt: now() } })) === 1;
