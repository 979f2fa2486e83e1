import { DateTime, nullable } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findOwnUser } from '../../account/own-user/own-user.ts';
import { isFactorRequired } from '../../credential/factor/factor-policy.ts';
import { passkeysOf } from '../../credential/factor/factors-of-user.ts';
import { PasskeyShape, serializePasskey } from '../../credential/factor/passkey.schema.ts';
import { countRecoveryCodes } from '../../credential/factor/recovery-code.ts';
import { TotpFactor } from '../../credential/factor/totp-factor.ts';

export const listOwnFactorsRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/factors',
    summary: 'List the second factors of the current user',
    permission: 'authenticated',
    answers: {
      200: Type.Object({
        required: Type.Boolean({ description: 'The last factor cannot be removed.' }),
        totp: nullable(Type.Object({ createdAt: DateTime })),
        passkeys: Type.Array(PasskeyShape),
        recoveryCodes: Type.Integer({ description: 'Number of remaining codes.' }),
      }),
    },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => {
    const { id } = await findOwnUser(context);
    return {
      required: await isFactorRequired(context.em, context.actor),
      totp: await readTotp(context.em, id),
      passkeys: (await passkeysOf(context.em, id)).map(serializePasskey),
      recoveryCodes: await countRecoveryCodes(context.em, id),
    };
  },
);

async function readTotp(em: EntityManager, userId: number): Promise<{ createdAt: string } | null> {
  const factor = await em.findOne(TotpFactor, { userId, confirmedAt: { $ne: null } });
  return factor && { createdAt: factor.createdAt.toISOString() };
}
