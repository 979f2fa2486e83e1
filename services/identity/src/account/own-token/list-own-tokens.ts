import { route } from '@signalbox/kit';
import { PersonalTokensShape, serializePersonalToken } from '../../credential/personal-token/personal-token.schema.ts';
import { readPersonalTokens } from '../../credential/personal-token/revoke-personal-token.ts';
import { findOwnUser } from '../own-user/own-user.ts';

export const listOwnTokensRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/tokens',
    summary: 'List the personal access tokens of the current user, without secrets',
    permission: 'authenticated',
    answers: { 200: PersonalTokensShape },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => {
    const { id } = await findOwnUser(context);
    return { pats: (await readPersonalTokens(context.em, id)).map(serializePersonalToken) };
  },
);
