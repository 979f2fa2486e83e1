import { type Role, roleCreated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { publishAccess } from '../../base/access-broadcast.ts';
import { CustomRole } from '../../tables/access.ts';
import { roleOf } from './role.ts';
import { serializeRoleWithPermissions, RoleAnswer, roleFact } from './role.schema.ts';
import { refuseRoleName, rightsFor, RoleInput } from './role-rules.ts';

export const createRoleRoute = route(
  {
    method: 'post',
    path: '/api/admin/roles',
    summary: 'Create a custom role, for projects or for the whole instance',
    permission: 'ADMIN',
    body: RoleInput,
    answers: { 200: RoleAnswer },
    failures: ['BadDataError', 'NameExistsError'],
    events: [roleCreated],
  },
  async ({ body }, context) => ({ version: 1, roles: serializeRoleWithPermissions(await createRole(context, body)) }),
);

async function createRole(context: Context, { name, description = '', type = 'custom', permissions = [] }: RoleInput): Promise<Role> {
  await claimRevision(context.em);
  await refuseRoleName(context.em, name);
  const row = context.em.create(CustomRole, { type, name, description, rights: await rightsFor(context.em, type, permissions) });
  await context.em.flush();
  const role = roleOf(row);
  publishAccess(context, []);
  context.publish(roleCreated, { data: roleFact(role) });
  return role;
}
