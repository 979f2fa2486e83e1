import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { findRole } from '../../access/role/role.ts';
import { User } from '../../user/user.ts';

const RoleUsage = Type.Object({
  project: Type.String(),
  role: Type.Integer(),
  userCount: Type.Integer(),
  serviceAccountCount: Type.Integer(),
  groupCount: Type.Integer(),
});

export const listRoleUsageRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/roles/:roleId/access',
    summary: 'List the projects in which a role is assigned, with the number of users and groups',
    permission: 'READ_ROLE',
    params: Type.Object({ roleId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
    answers: { 200: Type.Object({ projects: Type.Array(RoleUsage) }) },
    failures: ['NotFoundError'],
  },
  async ({ params: { roleId } }, { em, access, actor }) => {
    await findRole(em, roleId);
    const grants = await em.find(RoleGrant, { roleId, projectId: { $ne: null } }, { orderBy: { projectId: 'asc' } });
    const seen = grants.filter(({ projectId }) => projectId && access.sees(actor, projectId));
    const serviceAccounts = await findServiceAccounts(em, seen);
    const projects = [...Map.groupBy(seen, ({ projectId }) => projectId ?? '')].map(([project, own]) => {
      const users = own.flatMap(({ userId }) => userId ?? []);
      const serviceAccountCount = users.filter((id) => serviceAccounts.has(id)).length;
      const userCount = users.length - serviceAccountCount;
      return { project, role: roleId, userCount, serviceAccountCount, groupCount: own.length - users.length };
    });
    return { projects };
  },
);

async function findServiceAccounts(em: EntityManager, grants: readonly RoleGrant[]): Promise<Set<number>> {
  const ids = [...new Set(grants.flatMap(({ userId }) => userId ?? []))];
  const accounts = await em.find(User, { id: { $in: ids }, kind: { $ne: 'user' } });
  return new Set(accounts.map(({ id }) => id));
}
