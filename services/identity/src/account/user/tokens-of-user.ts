import { patDeleted } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { personalTokenId, PersonalTokensShape, serializePersonalToken } from '../../credential/personal-token/personal-token.schema.ts';
import { readPersonalTokens, revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { findUser } from '../../user/user.ts';
import { userParams } from './user-admin.schema.ts';

const path = '/api/admin/user-admin/:id/tokens';

export const listTokensOfUserRoute = route(
  {
    method: 'get',
    path,
    summary: 'List the personal access tokens of a user, without secrets',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: PersonalTokensShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => {
    const { id } = await findUser(em, params.id);
    return { pats: (await readPersonalTokens(em, id)).map(serializePersonalToken) };
  },
);

export const deleteTokenOfUserRoute = route(
  {
    method: 'delete',
    path: `${path}/:tokenId`,
    summary: 'Revoke a personal access token of a user',
    permission: 'ADMIN',
    params: Type.Object({ ...userParams.properties, tokenId: personalTokenId }),
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [patDeleted],
  },
  async ({ params }, context) => revokePersonalToken(context, (await findUser(context.em, params.id)).id, params.tokenId),
);
