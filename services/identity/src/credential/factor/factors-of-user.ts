import type { Context, EntityManager } from '@signalbox/kit';
import { Passkey } from '../../tables/factor.ts';
import { PasskeyChallenge } from './passkey-challenge.ts';
import { countRecoveryCodes, RecoveryCode } from './recovery-code.ts';
import { TotpFactor } from './totp-factor.ts';

/** Proofs that a user can give in addition to the password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery-code';

/** Second steps that the user can log in with; empty without a second factor. Recovery codes alone do not count. */
export async function factorsOf(em: EntityManager, userId: number): Promise<FactorKind[]> {
  const totp = await em.count(TotpFactor, { userId, confirmedAt: { $ne: null } });
  const passkeys = await em.count(Passkey, { userId });
  if (totp + passkeys === 0) return [];
  const codes = await countRecoveryCodes(em, userId);
  return [
    ...(totp > 0 ? ['totp' as const] : []),
    ...(passkeys > 0 ? ['passkey' as const] : []),
    ...(codes > 0 ? ['recovery-code' as const] : []),
  ];
}

export const passkeysOf = (em: EntityManager, userId: number): Promise<Passkey[]> =>
  em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** Removes all factors and returns whether there was one. */
export async function forgetFactors({ em }: Context, userId: number): Promise<boolean> {
  await em.nativeDelete(PasskeyChallenge, { userId });
  await em.nativeDelete(RecoveryCode, { userId });
  const totp = await em.nativeDelete(TotpFactor, { userId });
  return totp + (await em.nativeDelete(Passkey, { userId })) > 0;
}
