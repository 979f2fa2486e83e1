import { Failure, userFactorRemoved } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readPrincipal } from '../../access/grant/group.ts';
import { factorOwner } from '../../credential/factor/enroll.ts';
import { isFactorRequired } from '../../credential/factor/factor-policy.ts';
import { factorsOf, forgetFactors } from '../../credential/factor/factors-of-user.ts';
import { Passkey } from '../../tables/factor.ts';
import { TotpFactor } from '../../credential/factor/totp-factor.ts';
import { lockUser, type User } from '../../user/user.ts';
import { findProvedUser } from './find-proved-user.ts';

const declaration = {
  method: 'delete',
  permission: 'authenticated',
  answers: { 200: empty },
  failures: ['AuthenticationRequired', 'InvalidOperationError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
  events: [userFactorRemoved],
} as const;

export const removeOwnTotpRoute = route(
  { ...declaration, path: '/api/admin/user/factors/totp', summary: 'Remove the authenticator app of the current user' },
  async (_input, context) => removeTotp(context, await lockProvedUser(context)),
);

export const removeOwnPasskeyRoute = route(
  {
    ...declaration,
    path: '/api/admin/user/factors/passkeys/:passkeyId',
    summary: 'Remove a passkey of the current user',
    params: Type.Object({ passkeyId: Type.String({ maxLength: 100 }) }),
  },
  async ({ params }, context) => removePasskey(context, await lockProvedUser(context), params.passkeyId),
);

const lockProvedUser = async (context: Context): Promise<User> => lockUser(context.em, (await findProvedUser(context)).id);

async function removeTotp(context: Context, user: User): Promise<void> {
  const removed = await context.em.nativeDelete(TotpFactor, { userId: user.id, confirmedAt: { $ne: null } });
  if (removed === 0) throw new Failure('NotFoundError', 'You have no authenticator app.');
  await finishRemoval(context, user, { kind: 'totp', factorName: null });
}

async function removePasskey(context: Context, user: User, id: string): Promise<void> {
  const passkey = await context.em.findOne(Passkey, { id, userId: user.id });
  if (!passkey) throw new Failure('NotFoundError', 'You have no such passkey.');
  await context.em.nativeDelete(Passkey, { id });
  await finishRemoval(context, user, { kind: 'passkey', factorName: passkey.name });
}

/**
 * Throws 403 for the last factor of a user who needs one. Recovery codes are removed with the last factor, because they only replace
 * others.
 */
async function finishRemoval(
  context: Context,
  user: User,
  removed: { kind: 'totp' | 'passkey'; factorName: string | null },
): Promise<void> {
  if ((await factorsOf(context.em, user.id)).length === 0) {
    if (await isFactorRequired(context.em, await readPrincipal(context.em, user)))
      throw new Failure('InvalidOperationError', 'You are required to have a second factor. Add another one before removing this one.');
    await forgetFactors(context, user.id);
  }
  context.publish(userFactorRemoved, { preData: { ...factorOwner(user), ...removed } });
}
