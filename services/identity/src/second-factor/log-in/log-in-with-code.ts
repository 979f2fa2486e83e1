import { routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import type { CipherState } from '../../base/cipher.ts';
import { useCode } from '../../credential/factor/use-code.ts';
import { enteredHeaders, replyEntered } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { PendingToken } from '../../credential/session/pending-log-in.ts';
import { UserShape } from '../../user/user.schema.ts';
import { findPendingUser, finishLogIn } from './finish-log-in.ts';

export const logInWithCodeRoute = routeWith<LogInState & CipherState>()(
  {
    method: 'post',
    path: '/auth/second-factor/code',
    summary: 'Finish a login with a code from an authenticator app, or a recovery code',
    permission: 'public',
    body: Type.Object({ token: PendingToken, code: Type.String({ minLength: 1, maxLength: 100 }) }),
    holdsSecret: true,
    answers: { 200: UserShape },
    headers: enteredHeaders,
    failures: ['AuthenticationRequired', 'NotFoundError', 'RateLimitError'],
    events: { none: 'because a login changes nothing that other services depend on' },
    transaction: { none: 'because a wrong code is counted and then refused' },
    maintenance: 'through',
  },
  async ({ body: { token, code } }, context) => {
    const user = await findPendingUser(context, token);
    const prove = async (work: Parameters<typeof useCode>[0]) => (await useCode(work, context.state.cipher, user.id, code)) || null;
    return replyEntered((await finishLogIn(context, token, user, prove)).entered, context.settings);
  },
);
