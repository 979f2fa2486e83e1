import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { readRoles } from '../../access/role/role.ts';
import { serializeRole, RolesAnswer } from '../../access/role/role.schema.ts';
import { findOwnUser } from './own-user.ts';

export const listOwnRolesRoute = route(
  {
    method: 'get',
    path: '/api/admin/user/roles',
    summary: 'List the roles of the current user in a project or in the instance, including roles from groups',
    permission: 'authenticated',
    query: Type.Object({ projectId: Type.Optional(Type.String({ maxLength: 100 })) }),
    answers: { 200: RolesAnswer },
    failures: ['NoAccessError', 'AuthenticationRequired'],
  },
  async ({ query: { projectId } }, context) => {
    const user = await findOwnUser(context);
    const own = new Set(
      projectId === undefined
        ? [user.rootRole, ...(await rootRolesOfGroups(context))]
        : context.access.rolesIn(context.actor, projectId).map(({ id }) => id),
    );
    return { version: 1, roles: (await readRoles(context.em)).filter(({ id }) => own.has(id)).map(serializeRole) };
  },
);

async function rootRolesOfGroups({ em, actor }: ReadContext): Promise<number[]> {
  const grants = await em.find(RoleGrant, { groupId: { $in: actor.groups }, projectId: null });
  return grants.map(({ roleId }) => roleId);
}
