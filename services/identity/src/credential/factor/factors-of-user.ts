import type { Context, EntityManager } from '@signalbox/kit';
import { Passkey } from './passkey.ts';
import { PasskeyChallenge } from './passkey-challenge.ts';
import { countRecoveryCodes, RecoveryCode } from './recovery-code.ts';
import { TotpFactor } from './totp-factor.ts';

/** What somebody may prove beside the password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery-code';

/** What the user may log in with as a second step; empty for who has no second factor. Recovery codes alone are none. */
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

/** Takes all away; answers whether there was a factor. */
export async function forgetFactors({ em }: Context, userId: number): Promise<boolean> {
  await em.nativeDelete(PasskeyChallenge, { userId });
  await em.nativeDelete(RecoveryCode, { userId });
  const totp = await em.nativeDelete(TotpFactor, { userId });
  return totp + (await em.nativeDelete(Passkey, { userId })) > 0;
}
