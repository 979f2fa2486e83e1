import type { Context } from '@signalbox/kit';
import type { Cipher } from '../../base/cipher.ts';
import { useRecoveryCode } from './recovery-code.ts';
import { TotpFactor, useTotpCode } from './totp-factor.ts';

/** Returns whether it is a valid code of the user's app or a recovery code; each is valid once. The caller has locked the user. */
export async function useCode(context: Context, cipher: Cipher, userId: number, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return useRecoveryCode(context, userId, code);
  const factor = await context.em.findOne(TotpFactor, { userId, confirmedAt: { $ne: null } }, { refresh: true });
  return factor !== null && useTotpCode(factor, cipher, code, context.now());
}
