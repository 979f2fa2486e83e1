import { route, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { AssertionResponse, RequestOptions } from '../../credential/factor/passkey.schema.ts';
import { assertionOptions, noteUse, verifyAssertion } from '../../credential/factor/passkey-ceremony.ts';
import { enteredHeaders, replyEntered } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { PendingToken } from '../../credential/session/pending-log-in.ts';
import { UserShape } from '../../user/user.schema.ts';
import { findPendingUser, finishLogIn } from './finish-log-in.ts';
import { PendingLogInToken } from '../../credential/factor/factor.schema.ts';

const path = '/auth/second-factor/passkey';
const loggingIn = { none: 'because a login changes nothing that other services depend on' };

export const secondStepOptionsRoute = route(
  {
    method: 'post',
    path: `${path}/options`,
    summary: 'Get passkey request options to finish a login',
    permission: 'public',
    body: PendingLogInToken,
    holdsSecret: true,
    answers: { 200: RequestOptions },
    failures: ['AuthenticationRequired', 'NotFoundError'],
    events: loggingIn,
    transaction: { none: 'because a repeated request must get a new challenge' },
    maintenance: 'through',
  },
  async ({ body }, context) => {
    const { id } = await findPendingUser(context, body.token);
    return context.write((work) => assertionOptions(work, 'second-step', id));
  },
);

export const logInWithPasskeyTooRoute = routeWith<LogInState>()(
  {
    method: 'post',
    path,
    summary: 'Finish a login with a passkey',
    permission: 'public',
    body: Type.Object({ token: PendingToken, response: AssertionResponse }),
    holdsSecret: true,
    answers: { 200: UserShape },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired', 'NotFoundError', 'RateLimitError'],
    events: loggingIn,
    transaction: { none: 'because a refused response uses up its challenge' },
    maintenance: 'through',
  },
  async ({ body: { token, response } }, context) => {
    const user = await findPendingUser(context, token);
    const assertion = await verifyAssertion(context, response, 'second-step', user.id);
    const { entered } = await finishLogIn(context, token, user, async (work) => (assertion && (await noteUse(work, assertion))) || null);
    return replyEntered(entered, context.settings);
  },
);
