import { DateTime, nullable } from '@signalbox/contracts';
import { compareTexts, csvOf, type EntityManager, route, StreamedReply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { RoleGrant } from '../access/grant/role-grant.ts';
import { Group, GroupMember } from '../access/grant/group.ts';
import { readRoles } from '../access/role/role.ts';
import { nameOf, User, usersOnly } from '../user/user.ts';

const AccessOfUser = Type.Object({
  userId: Type.Integer(),
  createdAt: DateTime,
  userName: Type.String(),
  userEmail: nullable(Type.String()),
  lastSeen: nullable(DateTime),
  rootRole: Type.String(),
  groups: Type.Array(Type.String()),
  accessibleProjects: Type.Array(Type.String()),
});
type AccessOfUser = Static<typeof AccessOfUser>;

export const readAccessOverviewRoute = route(
  {
    method: 'get',
    path: '/api/admin/access/overview',
    summary: 'List the root role, groups and projects of every user, as JSON or CSV',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ overview: Type.Array(AccessOfUser) }) },
    mediaTypes: ['application/json', 'text/csv'],
    failures: [],
  },
  async (_input, { em, request }) => {
    const overview = await readAccessOverview(em);
    if (!String(request.headers['accept']).includes('text/csv')) return { overview };
    const rows = overview.map((row) => ({ ...row, groups: row.groups.join(), accessibleProjects: row.accessibleProjects.join() }));
    return new StreamedReply(csvOf(Object.keys(AccessOfUser.properties), rows), { 'content-type': 'text/csv; charset=utf-8' });
  },
);

/** The projects in which the user has a role, directly or through a group. Five statements, regardless of the number of users. */
async function readAccessOverview(em: EntityManager): Promise<AccessOfUser[]> {
  const users = await em.find(User, usersOnly, { orderBy: { id: 'asc' } });
  const roles = new Map((await readRoles(em)).map(({ id, name }) => [id, name]));
  const groups = new Map((await em.findAll(Group)).map(({ id, name }) => [id, name]));
  const groupsOf = Map.groupBy(await em.findAll(GroupMember), ({ userId }) => userId);
  const grants = await em.find(RoleGrant, { projectId: { $ne: null } });
  const projectsOfUser = Map.groupBy(grants, ({ userId }) => userId ?? null);
  const projectsOfGroup = Map.groupBy(grants, ({ groupId }) => groupId ?? null);
  return users.map((user) => {
    const own = (groupsOf.get(user.id) ?? []).map(({ groupId }) => groupId);
    const granted = [...(projectsOfUser.get(user.id) ?? []), ...own.flatMap((id) => projectsOfGroup.get(id) ?? [])];
    return {
      userId: user.id,
      createdAt: user.createdAt.toISOString(),
      userName: user.name ?? nameOf(user),
      userEmail: user.email ?? null,
      lastSeen: user.seenAt?.toISOString() ?? null,
      rootRole: roles.get(user.rootRole) ?? '',
      groups: own.map((id) => groups.get(id) ?? '').sort(compareTexts),
      accessibleProjects: [...new Set(granted.flatMap(({ projectId }) => projectId ?? []))].sort(compareTexts),
    };
  });
}
