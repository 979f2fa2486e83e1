import { patDeleted } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { personalTokenId } from '../../credential/personal-token/personal-token.schema.ts';
import { revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { findOwnUser } from '../own-user/own-user.ts';

export const deleteOwnTokenRoute = route(
  {
    method: 'delete',
    path: '/api/admin/user/tokens/:id',
    summary: 'Revoke a personal access token of the current user',
    permission: 'authenticated',
    params: Type.Object({ id: personalTokenId }),
    answers: { 200: empty },
    failures: ['AuthenticationRequired', 'NoAccessError', 'NotFoundError'],
    events: [patDeleted],
  },
  async ({ params }, context) => revokePersonalToken(context, (await findOwnUser(context)).id, params.id),
);
