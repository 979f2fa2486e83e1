import { publicSignupTokenUpdated, userDeleted, RowId } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { deleteUser } from '../user/delete-user.ts';
import { findInactive } from './inactive-user.ts';

export const deleteInactiveUsersRoute = route(
  {
    method: 'post',
    path: '/api/admin/user-admin/inactive/delete',
    summary: 'Delete the given users if they are inactive',
    permission: 'ADMIN',
    body: Type.Object({ ids: Type.Array(RowId, { maxItems: 10_000 }) }),
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError'],
    events: [publicSignupTokenUpdated, userDeleted],
  },
  async ({ body }, context) => {
    const named = new Set(body.ids);
    const inactive = await findInactive(context.em, context.settings, context.now());
    for (const { id } of inactive) if (named.has(id)) await deleteUser(context, id);
  },
);
