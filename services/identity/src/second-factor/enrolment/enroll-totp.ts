import { userFactorAdded } from '@signalbox/contracts';
import { Reply, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import type { CipherState } from '../../base/cipher.ts';
import { confirmTotp, startTotp, TotpCode, TotpSetupShape } from '../../credential/factor/enroll.ts';
import { cookiesOf, enteredHeaders } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { PendingToken } from '../../credential/session/pending-log-in.ts';
import { serializeUser } from '../../user/user.schema.ts';
import { lockUser } from '../../user/user.ts';
import { finishLogIn } from '../log-in/finish-log-in.ts';
import { findEnrollingUser, refuseEnrolled } from './find-enrolling-user.ts';
import { EnrolledUser, PendingLogInToken } from '../../credential/factor/factor.schema.ts';

const path = '/auth/second-factor/totp';

export const beginTotpAtLogInRoute = routeWith<CipherState>()(
  {
    method: 'post',
    path,
    summary: 'Get an authenticator app secret during a login that requires setting up a second factor',
    permission: 'public',
    body: PendingLogInToken,
    holdsSecret: true,
    answers: { 200: TotpSetupShape },
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NotFoundError'],
    events: { none: 'because the factor is only added once a code confirms it' },
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const { id } = await findEnrollingUser(context, body.token);
    const setup = await context.write(async (work) =>
      startTotp(work, context.state.cipher, await refuseEnrolled(work.em, await lockUser(work.em, id))),
    );
    return new Reply(setup, { headers: { 'cache-control': 'no-store' } });
  },
);

export const enrollTotpAtLogInRoute = routeWith<LogInState & CipherState>()(
  {
    method: 'post',
    path: `${path}/confirmation`,
    summary: 'Confirm an authenticator app with its first code and finish the login',
    permission: 'public',
    body: Type.Object({ token: PendingToken, code: TotpCode }),
    holdsSecret: true,
    answers: { 200: EnrolledUser },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NotFoundError', 'RateLimitError'],
    events: [userFactorAdded],
    transaction: { none: 'because a wrong code is counted and then refused' },
    maintenance: 'through',
  },
  async ({ body: { token, code } }, context) => {
    const enrolling = await findEnrollingUser(context, token);
    const { entered, proof } = await finishLogIn(context, token, enrolling, async (work, user) =>
      confirmTotp(work, context.state.cipher, await refuseEnrolled(work.em, user), code),
    );
    return new Reply({ user: serializeUser(entered.user), recoveryCodes: proof }, { headers: cookiesOf(entered, context.settings) });
  },
);
