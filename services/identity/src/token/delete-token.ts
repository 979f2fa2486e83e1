import { LockMode } from '@mikro-orm/core';
import { apiTokenDeleted, hashSecret } from '@signalbox/contracts';
import { type Context, empty, noAccess, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { allowsToken, ApiToken, permissionFor, permissionsFor } from './api-token.ts';
import { revokeToken } from './revoke-token.ts';

export const deleteTokenRoute = route(
  {
    method: 'delete',
    path: '/api/admin/api-tokens/:token',
    summary: 'Revoke an API token, named by its id or its secret',
    permission: permissionsFor('DELETE'),
    params: Type.Object({ token: Type.String() }),
    answers: { 200: empty },
    failures: ['NoAccessError'],
    events: [apiTokenDeleted],
  },
  ({ params }, context) => deleteToken(context, params.token),
);

/** Revokes a token. What nobody knows is as good as revoked; the lock makes the second of two deletions see that. */
export async function deleteToken(context: Context, idOrSecret: string): Promise<void> {
  const isId = /^\d{1,15}$/.test(idOrSecret);
  const which = isId ? { id: Number(idOrSecret) } : { hash: hashSecret(idOrSecret) };
  const token = await context.em.findOne(ApiToken, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!token) return;
  if (!allowsToken(context, 'DELETE', token.type)) throw noAccess([permissionFor('DELETE', token.type)]);
  revokeToken(context, token);
}
