import { type Context, encryptedRows } from '@signalbox/kit';
import { Secret, TOTP } from 'otpauth';
import type { Cipher } from '../../base/cipher.ts';
import { nameOf, type User } from '../../user/user.ts';
import { totpFactorTable } from '../../tables/factor.ts';

/** An app that shows one-time codes (TOTP, RFC 6238); one per user. */
export class TotpFactor extends totpFactorTable.entity.class {}
totpFactorTable.entity.setClass(TotpFactor);

const secretBytes = 20;
const periodSeconds = 30;
const stepMs = periodSeconds * 1000;
/** Clocks may differ by a step in either direction. */
const windowSteps = 1;
const parameters = { issuer: 'Signalbox', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;

/** Data for the app, shown once: the secret in base 32, and as an `otpauth:` URI for a QR code. */
export interface TotpSetup {
  readonly secret: string;
  readonly uri: string;
}

/** Replaces an unconfirmed secret with a new one. A code must confirm it; a confirmed app must be removed first. */
export async function beginTotp(context: Context, cipher: Cipher, user: User): Promise<TotpSetup> {
  const secret = new Secret({ size: secretBytes });
  await context.em.nativeDelete(TotpFactor, { userId: user.id, confirmedAt: null });
  context.em.create(TotpFactor, {
    userId: user.id,
    encryptedSecret: cipher.encrypt(secret.base32, purposeOf(user.id)),
    lastStep: 0,
    confirmedAt: null,
    createdAt: context.now(),
  });
  return { secret: secret.base32, uri: new TOTP({ ...parameters, label: nameOf(user), secret }).toString() };
}

/** Returns whether the code is current and unused, and marks it as used. The caller has locked the user. */
export function useTotpCode(factor: TotpFactor, cipher: Cipher, code: string, now: Date): boolean {
  const base32 = cipher.tryDecrypt(factor.encryptedSecret, purposeOf(factor.userId));
  if (base32 === null) return false; // The encryption key is lost.
  const secret = Secret.fromBase32(base32);
  const timestamp = now.getTime();
  const delta = new TOTP({ ...parameters, secret }).validate({ token: code, timestamp, window: windowSteps });
  if (delta === null) return false;
  const step = Math.floor(timestamp / stepMs) + delta;
  if (step <= factor.lastStep) return false;
  factor.lastStep = step;
  return true;
}

const purposeOf = (userId: number): string => `totp of user ${userId}`;

export const totpSecrets = encryptedRows({
  what: 'secrets of authenticator apps',
  entity: TotpFactor,
  key: 'userId',
  replace(factor, replace) {
    factor.encryptedSecret = replace(factor.encryptedSecret, purposeOf(factor.userId));
  },
});
