import { route } from '@signalbox/kit';
import { findRole } from './role.ts';
import { serializeRoleWithPermissions, roleParams, RoleWithPermissions } from './role.schema.ts';

export const getRoleRoute = route(
  {
    method: 'get',
    path: '/api/admin/roles/:id',
    summary: 'Get a role with its permissions',
    permission: 'READ_ROLE',
    params: roleParams,
    answers: { 200: RoleWithPermissions },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeRoleWithPermissions(await findRole(em, params.id)),
);
