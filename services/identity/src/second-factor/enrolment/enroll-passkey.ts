import { userFactorAdded } from '@signalbox/contracts';
import { Reply, route, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { addPasskey } from '../../credential/factor/enroll.ts';
import { CreationOptions, PasskeyName, RegistrationResponse } from '../../credential/factor/passkey.schema.ts';
import { registrationOptions, verifyRegistration } from '../../credential/factor/passkey-ceremony.ts';
import { cookiesOf, enteredHeaders } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { PendingToken } from '../../credential/session/pending-log-in.ts';
import { serializeUser } from '../../user/user.schema.ts';
import { finishLogIn } from '../log-in/finish-log-in.ts';
import { findEnrollingUser, refuseEnrolled } from './find-enrolling-user.ts';
import { EnrolledUser } from '../../credential/factor/factor.schema.ts';

const path = '/auth/second-factor/passkeys';

export const passkeyAtLogInOptionsRoute = route(
  {
    method: 'post',
    path: `${path}/options`,
    summary: 'Get passkey creation options during a login that requires setting up a second factor',
    permission: 'public',
    body: Type.Object({ token: PendingToken, passwordless: Type.Optional(Type.Boolean({ default: false })) }),
    holdsSecret: true,
    answers: { 200: CreationOptions },
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NotFoundError'],
    events: { none: 'because the factor is only added once the passkey is registered' },
    transaction: { none: 'because a repeated request must get a new challenge' },
    maintenance: 'through',
  },
  async ({ body: { token, passwordless = false } }, context) => {
    const user = await findEnrollingUser(context, token);
    return context.write((work) => registrationOptions(work, user, passwordless));
  },
);

export const enrollPasskeyAtLogInRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path,
    summary: 'Register a passkey and finish the login',
    permission: 'public',
    body: Type.Object({ token: PendingToken, name: PasskeyName, response: RegistrationResponse }),
    holdsSecret: true,
    answers: { 200: EnrolledUser },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'InvalidOperationError', 'NotFoundError', 'RateLimitError'],
    events: [userFactorAdded],
    transaction: { none: 'because a refused response uses up its challenge' },
    maintenance: 'through',
  },
  async ({ body: { token, name, response } }, context) => {
    const enrolling = await findEnrollingUser(context, token);
    const passkey = await verifyRegistration(context, enrolling.id, response);
    const { entered, proof } = await finishLogIn(context, token, enrolling, async (work, user) =>
      addPasskey(work, await refuseEnrolled(work.em, user), name, passkey),
    );
    return new Reply({ user: serializeUser(entered.user), recoveryCodes: proof }, { headers: cookiesOf(entered, context.settings) });
  },
);
