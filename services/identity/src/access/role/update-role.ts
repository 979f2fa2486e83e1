import { Failure, type Right, type Role, roleUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { noteRights } from '../grant/role-grant.ts';
import { type CustomRole } from '../../tables/access.ts';
import { roleOf } from './role.ts';
import { holdersOf } from './role-holders.ts';
import { serializeRoleWithPermissions, roleFact, roleParams, RoleAnswer } from './role.schema.ts';
import { findCustomRole, refuseRoleName, rightsFor, RoleInput } from './role-rules.ts';

export const updateRoleRoute = route(
  {
    method: 'put',
    path: '/api/admin/roles/:id',
    summary: 'Update the name, description or permissions of a custom role; omitted properties stay unchanged',
    permission: 'ADMIN',
    params: roleParams,
    body: RoleInput,
    answers: { 200: RoleAnswer },
    failures: ['BadDataError', 'InvalidOperationError', 'NameExistsError', 'NotFoundError'],
    events: [roleUpdated],
  },
  async ({ params, body }, context) => ({ version: 1, roles: serializeRoleWithPermissions(await updateRole(context, params.id, body)) }),
);

/** Sent permissions replace the existing ones for all users of the role. The type cannot change. */
async function updateRole(context: Context, id: number, { name, description, type, permissions }: RoleInput): Promise<Role> {
  await claimRevision(context.em);
  const role = await findCustomRole(context.em, id);
  if (type !== undefined && type !== role.type)
    throw new Failure('BadDataError', `type cannot change; it is ${role.type}. Create another role instead.`, { path: 'type' });
  await refuseRoleName(context.em, name, id);
  const rights = permissions ? await rightsFor(context.em, role.type, permissions) : role.rights;
  await rewriteRole(context, role, { name, description: description ?? role.description, rights });
  return roleOf(role);
}

/** Updates the role, emits the event and notifies caches of its users. Does nothing if nothing changes. */
export async function rewriteRole(
  context: Context,
  role: CustomRole,
  written: { readonly name?: string; readonly description?: string; readonly rights: Right[] },
): Promise<void> {
  const preData = roleFact(roleOf(role));
  Object.assign(role, written);
  const data = roleFact(roleOf(role));
  if (JSON.stringify(data) === JSON.stringify(preData)) return;
  await noteRights(context, await holdersOf(context.em, role.id));
  context.publish(roleUpdated, { data, preData });
}
