import { Failure } from '@signalbox/contracts';
import { type OpenContext, route, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { AssertionResponse, RequestOptions } from '../../credential/factor/passkey.schema.ts';
import { assertionOptions, noteUse, verifyAssertion } from '../../credential/factor/passkey-ceremony.ts';
import { enter, type Entered, enteredHeaders, entranceOf, lockForLogIn, replyEntered } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { UserShape } from '../../user/user.schema.ts';

const path = '/auth/passkey/login';
const loggingIn = { none: 'because a login changes nothing that other services depend on' };

export const passkeyLogInOptionsRoute = route(
  {
    method: 'post',
    path: `${path}/options`,
    summary: 'Get passkey request options to log in without a password',
    permission: 'public',
    answers: { 200: RequestOptions },
    failures: [],
    events: loggingIn,
    transaction: { none: 'because a repeated request must get a new challenge' },
    maintenance: 'through',
  },
  (_input, context) => context.write((work) => assertionOptions(work, 'log-in', null)),
);

export const logInWithPasskeyRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path,
    summary: 'Log in with only a passkey, if the user registered it for that',
    permission: 'public',
    body: Type.Object({ response: AssertionResponse }),
    holdsSecret: true,
    answers: { 200: UserShape },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired'],
    events: loggingIn,
    transaction: { none: 'because a refused response uses up its challenge' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const entered = await logInWithPasskey(context, body.response);
    if (!entered) throw new Failure('AuthenticationRequired', 'This passkey cannot be used without a password. Log in with your password.');
    return replyEntered(entered, context.settings);
  },
);

/** A passkey that verifies its user is two factors in one. Signatures cannot be guessed, so nothing is delayed. */
async function logInWithPasskey(context: OpenContext, response: AssertionResponse): Promise<Entered | null> {
  const assertion = await verifyAssertion(context, response, 'log-in', null);
  if (!assertion) return null;
  const { userId } = assertion.passkey;
  const entrance = await entranceOf(context, userId);
  return context.write(async (work) => {
    const user = await lockForLogIn(work, userId);
    return user && (await noteUse(work, assertion)) ? enter(work, user, entrance, 'second-factor') : null;
  });
}
