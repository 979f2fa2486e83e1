import { Failure, patCreated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { issuePersonalToken, NewPersonalToken } from '../../credential/personal-token/issue-personal-token.ts';
import { IssuedTokenShape, replyIssued } from '../../credential/personal-token/personal-token.schema.ts';
import { findOwnUser } from '../own-user/own-user.ts';

export const createOwnTokenRoute = route(
  {
    method: 'post',
    path: '/api/admin/user/tokens',
    summary: 'Create a personal access token for the current user; only this response contains its secret',
    permission: 'authenticated',
    body: NewPersonalToken,
    holdsSecret: true,
    answers: { 201: IssuedTokenShape },
    failures: [
      'AuthenticationRequired',
      'BadDataError',
      'NameExistsError',
      'NoAccessError',
      'NotFoundError',
      'OperationDeniedError',
      'StepUpRequired',
    ],
    events: [patCreated],
    transaction: { none: 'because the response holds a secret, which must not be stored for repeated requests' },
  },
  async ({ body }, context) => {
    const { id, kind } = await findOwnUser(context);
    if (kind === 'workload')
      throw new Failure(
        'OperationDeniedError',
        'Workloads can only use short-lived tokens. Exchange another one at POST /auth/token/exchange.',
      );
    return replyIssued(await context.write((work) => issuePersonalToken(work, id, body)));
  },
);
