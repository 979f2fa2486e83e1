import { userFactorAdded } from '@signalbox/contracts';
import { Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { addPasskey } from '../../credential/factor/enroll.ts';
import { CreationOptions, PasskeyName, RegistrationResponse } from '../../credential/factor/passkey.schema.ts';
import { registrationOptions, verifyRegistration } from '../../credential/factor/passkey-ceremony.ts';
import { lockUser } from '../../user/user.ts';
import { findProvedUser } from './find-proved-user.ts';
import { RecoveryCodesShape } from '../../credential/factor/factor.schema.ts';

const path = '/api/admin/user/factors/passkeys';

export const ownPasskeyOptionsRoute = route(
  {
    method: 'post',
    path: `${path}/options`,
    summary: 'Get passkey creation options; with `passwordless`, for a passkey that can log in on its own',
    permission: 'authenticated',
    body: Type.Object({ passwordless: Type.Optional(Type.Boolean({ default: false })) }),
    answers: { 200: CreationOptions },
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NoAccessError', 'StepUpRequired'],
    events: { none: 'because the factor is only added once the passkey is registered' },
    transaction: { none: 'because a repeated request must get a new challenge' },
  },
  async ({ body }, context) => {
    const user = await findProvedUser(context);
    return context.write((work) => registrationOptions(work, user, body.passwordless ?? false));
  },
);

export const addOwnPasskeyRoute = route(
  {
    method: 'post',
    path,
    summary: 'Register a passkey; only this response contains the recovery codes, which are created with the first factor',
    permission: 'authenticated',
    body: Type.Object({ name: PasskeyName, response: RegistrationResponse }),
    holdsSecret: true,
    answers: { 201: RecoveryCodesShape },
    failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [userFactorAdded],
    transaction: { none: 'because a refused response uses up its challenge' },
  },
  async ({ body: { name, response } }, context) => {
    const { id } = await findProvedUser(context);
    const passkey = await verifyRegistration(context, id, response);
    const recoveryCodes = await context.write(async (work) => addPasskey(work, await lockUser(work.em, id), name, passkey));
    return new Reply({ recoveryCodes }, { headers: { 'cache-control': 'no-store' } });
  },
);
