import { Failure, userFactorAdded } from '@signalbox/contracts';
import { Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import type { CipherState } from '../../base/cipher.ts';
import { confirmTotp, startTotp, TotpCode, TotpSetupShape } from '../../credential/factor/enroll.ts';
import { lockUser } from '../../user/user.ts';
import { findProvedUser } from './find-proved-user.ts';
import { RecoveryCodesShape } from '../../credential/factor/factor.schema.ts';

const path = '/api/admin/user/factors/totp';
const failures = ['AuthenticationRequired', 'NoAccessError', 'NotFoundError', 'StepUpRequired'] as const;

export const beginOwnTotpRoute = routeWith<CipherState>()(
  {
    method: 'post',
    path,
    summary: 'Get an authenticator app secret; only this response contains it',
    permission: 'authenticated',
    holdsSecret: true,
    answers: { 200: TotpSetupShape },
    failures: [...failures, 'InvalidOperationError'],
    events: { none: 'because the factor is only added once a code confirms it' },
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async (_input, context) => {
    const { id } = await findProvedUser(context);
    const setup = await context.write(async (work) => startTotp(work, context.state.cipher, await lockUser(work.em, id)));
    return new Reply(setup, { headers: { 'cache-control': 'no-store' } });
  },
);

export const confirmOwnTotpRoute = routeWith<CipherState>()(
  {
    method: 'post',
    path: `${path}/confirmation`,
    summary: 'Confirm an authenticator app with its first code; only this response contains the recovery codes',
    permission: 'authenticated',
    body: Type.Object({ code: TotpCode }),
    holdsSecret: true,
    answers: { 200: RecoveryCodesShape },
    failures: [...failures, 'BadDataError'],
    events: [userFactorAdded],
    transaction: { none: 'because the response holds secrets, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { id } = await findProvedUser(context);
    const recoveryCodes = await context.write(async (work) =>
      confirmTotp(work, context.state.cipher, await lockUser(work.em, id), body.code),
    );
    if (!recoveryCodes)
      throw new Failure('BadDataError', 'code is not the one that the app currently shows. Wait for the next one.', { path: 'code' });
    return new Reply({ recoveryCodes }, { headers: { 'cache-control': 'no-store' } });
  },
);
