import { Failure, userFactorAdded } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Type } from 'typebox';
import type { Cipher } from '../../base/cipher.ts';
import { nameOf, type User } from '../../user/user.ts';
import { type NewPasskey, storePasskey } from './passkey-ceremony.ts';
import { countRecoveryCodes, createRecoveryCodes } from './recovery-code.ts';
import { beginTotp, TotpFactor, type TotpSetup, useTotpCode } from './totp-factor.ts';

export const TotpSetupShape = Type.Object({ secret: Type.String(), uri: Type.String() });

/** Six digits of an authenticator app. */
export const TotpCode = Type.String({ pattern: '^\\d{6}$', maxLength: 6 });

/** Returns a new app secret for the user, whose row is locked. Throws 403 if the user already has an app. */
export async function startTotp(context: Context, cipher: Cipher, user: User): Promise<TotpSetup> {
  if ((await context.em.count(TotpFactor, { userId: user.id, confirmedAt: { $ne: null } })) > 0)
    throw new Failure('InvalidOperationError', 'You already have an authenticator app. Remove it first.');
  return beginTotp(context, cipher, user);
}

/** Activates the app with a first valid code. Returns null for a wrong code. The caller has locked the user. */
export async function confirmTotp(context: Context, cipher: Cipher, user: User, code: string): Promise<string[] | null> {
  const factor = await context.em.findOne(TotpFactor, { userId: user.id, confirmedAt: null }, { refresh: true });
  if (!factor || !useTotpCode(factor, cipher, code, context.now())) return null;
  factor.confirmedAt = context.now();
  context.publish(userFactorAdded, { data: { ...factorOwner(user), kind: 'totp', factorName: null } });
  return recoveryCodesFor(context, user);
}

/** Adds a verified passkey. The caller has locked the user. */
export async function addPasskey(context: Context, user: User, name: string, passkey: NewPasskey): Promise<string[]> {
  await storePasskey(context, user.id, name, passkey);
  context.publish(userFactorAdded, { data: { ...factorOwner(user), kind: 'passkey', factorName: name } });
  return recoveryCodesFor(context, user);
}

async function recoveryCodesFor(context: Context, { id }: User): Promise<string[]> {
  return (await countRecoveryCodes(context.em, id)) > 0 ? [] : createRecoveryCodes(context, id);
}

/** The user as in events about factors. */
export const factorOwner = (user: User) => ({ id: user.id, name: nameOf(user) });
