import { apiTokenDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { permissionsFor, tokenParams } from './api-token.ts';
import { findToken } from './find-token.ts';
import { revokeToken } from './revoke-token.ts';

export const deleteTokenRoute = route(
  {
    method: 'delete',
    path: '/api/admin/api-tokens/:token',
    summary: 'Revoke an API token by its id, its secret or its masked secret',
    permission: permissionsFor('DELETE'),
    params: tokenParams,
    answers: { 200: empty },
    failures: ['ConflictError', 'NoAccessError', 'NotFoundError'],
    events: [apiTokenDeleted],
  },
  ({ params }, context) => deleteToken(context, params.token),
);

async function deleteToken(context: Context, named: string): Promise<void> {
  revokeToken(context, await findToken(context, named, 'DELETE'));
}
