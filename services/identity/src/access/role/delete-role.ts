import { Failure, roleDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { publishAccess } from '../../base/access-broadcast.ts';
import { roleOf } from './role.ts';
import { countHolders } from './role-holders.ts';
import { roleFact, roleParams } from './role.schema.ts';
import { findCustomRole } from './role-rules.ts';

export const deleteRoleRoute = route(
  {
    method: 'delete',
    path: '/api/admin/roles/:id',
    summary: 'Delete an unassigned custom role',
    permission: 'ADMIN',
    params: roleParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError', 'RoleInUseError'],
    events: [roleDeleted],
  },
  ({ params }, context) => deleteRole(context, params.id),
);

/** Locks the access version first, like all assignments of roles, so that a role being deleted cannot be assigned. */
async function deleteRole(context: Context, id: number): Promise<void> {
  await claimRevision(context.em);
  const role = await findCustomRole(context.em, id);
  const { users, groups } = await countHolders(context.em, id);
  if (users + groups > 0)
    throw new Failure(
      'RoleInUseError',
      `${role.name} is assigned to ${users} ${users === 1 ? 'user' : 'users'} and ${groups} ${groups === 1 ? 'group' : 'groups'}. Remove these assignments first.`,
    );
  const preData = roleFact(roleOf(role));
  context.em.remove(role);
  publishAccess(context, []);
  context.publish(roleDeleted, { preData });
}
