import { Failure, userFactorAdded } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Type } from 'typebox';
import type { Cipher } from '../../base/encryption/cipher.ts';
import { nameOf, type User } from '../../user/user.ts';
import { type NewPasskey, storePasskey } from './passkey-ceremony.ts';
import { countRecoveryCodes, createRecoveryCodes } from './recovery-code.ts';
import { beginTotp, TotpFactor, type TotpSetup, useTotpCode } from './totp-factor.ts';

export const TotpSetupShape = Type.Object({ secret: Type.String(), uri: Type.String() });

/** Six digits of an authenticator app. */
export const TotpCode = Type.String({ pattern: '^\\d{6}$' });

/** Gives the user, whose row is locked, a secret for an app. 403 for who has an app already. */
export async function startTotp(context: Context, cipher: Cipher, user: User): Promise<TotpSetup> {
  if ((await context.em.count(TotpFactor, { userId: user.id, confirmedAt: { $ne: null } })) > 0)
    throw new Failure('InvalidOperationError', 'You already have an authenticator app. Remove it first.');
  return beginTotp(context, cipher, user);
}

/** From a first right code on the app counts. Null for a wrong one; the caller has locked the user. */
export async function confirmTotp(context: Context, cipher: Cipher, user: User, code: string): Promise<string[] | null> {
  const factor = await context.em.findOne(TotpFactor, { userId: user.id, confirmedAt: null }, { refresh: true });
  if (!factor || !useTotpCode(factor, cipher, code, context.now())) return null;
  factor.confirmedAt = context.now();
  context.publish(userFactorAdded, { data: { ...whose(user), kind: 'totp', factorName: null } });
  return recoveryCodesFor(context, user);
}

/** Adds the passkey, which was checked. The caller has locked the user. */
export async function addPasskey(context: Context, user: User, name: string, passkey: NewPasskey): Promise<string[]> {
  await storePasskey(context, user.id, name, passkey);
  context.publish(userFactorAdded, { data: { ...whose(user), kind: 'passkey', factorName: name } });
  return recoveryCodesFor(context, user);
}

async function recoveryCodesFor(context: Context, { id }: User): Promise<string[]> {
  return (await countRecoveryCodes(context.em, id)) > 0 ? [] : createRecoveryCodes(context, id);
}

/** The user as events of factors name it. */
export const whose = (user: User) => ({ id: user.id, name: nameOf(user) });
