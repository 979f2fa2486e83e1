import { DateTime, nullable, RowId } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { serializeRole, RoleShape } from '../../access/role/role.schema.ts';
import { imageUrlOf, User } from '../../user/user.ts';
import { GroupShape, readGroups } from '../group/group.schema.ts';
import { type Holding, readProjectRoles } from './project-grants.ts';

const maxHolders = 10_000;
const maxRoles = 1000;
const Id = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Project = Type.String();

export const projectParams = Type.Object({ projectId: Project });
export const userInProjectParams = Type.Object({ projectId: Project, userId: Id });
export const groupInProjectParams = Type.Object({ projectId: Project, groupId: Id });
export const roleOfUserParams = Type.Object({ projectId: Project, userId: Id, roleId: Id });
export const roleOfGroupParams = Type.Object({ projectId: Project, groupId: Id, roleId: Id });

/** Ids of users or of groups. */
export const HolderIds = Type.Array(RowId, { maxItems: maxHolders });
export const RoleIds = Type.Array(RowId, { maxItems: maxRoles });
/** All roles of one user or one group in a project. */
export const RolesInput = Type.Object({ roles: RoleIds });

/** Project roles; `roleId` is the first of `roles`. */
const assigned = { addedAt: DateTime, roleId: Type.Integer(), roles: Type.Array(Type.Integer()) };

export const UserWithAccess = Type.Object({
  id: Type.Integer(),
  isAPI: Type.Boolean(),
  /** The name; for a user without one, the username or the address. */
  name: Type.String(),
  username: nullable(Type.String()),
  email: nullable(Type.String()),
  imageUrl: Type.String(),
  ...assigned,
});

const GroupWithAccess = Type.Object({ ...GroupShape.properties, ...assigned });

export const ProjectAccess = Type.Object({
  groups: Type.Array(GroupWithAccess),
  users: Type.Array(UserWithAccess),
  roles: Type.Array(RoleShape),
});
export type ProjectAccess = Static<typeof ProjectAccess>;

export const ProjectUsers = Type.Pick(ProjectAccess, ['users', 'roles']);

/**
 * Users and groups with their roles in the project, in the order of assignment, and all project roles. Groups name only projects that the
 * caller can see.
 */
export async function readProjectAccess({ em, access, actor }: ReadContext, projectId: string): Promise<ProjectAccess> {
  const grants = await em.find(RoleGrant, { projectId }, { orderBy: { id: 'asc' } });
  const byUser = byHolder(grants, ({ userId }) => userId ?? null);
  const byGroup = byHolder(grants, ({ groupId }) => groupId ?? null);
  const users = await em.find(User, { id: { $in: [...byUser.keys()] }, deletedAt: null }, { orderBy: { id: 'asc' } });
  const groups = await readGroups(em, [...byGroup.keys()]);
  const seen = (projects: readonly string[]) => projects.filter((project) => access.sees(actor, project));
  return {
    groups: groups.map((group) => ({ ...group, projects: seen(group.projects), ...serializeGrants(byGroup.get(group.id) ?? []) })),
    users: users.map((user) => ({ ...serializeHolder(user), ...serializeGrants(byUser.get(user.id) ?? []) })),
    roles: (await readProjectRoles(em)).map(serializeRole),
  };
}

function byHolder(grants: readonly RoleGrant[], holderOf: (grant: RoleGrant) => number | null): Map<number, RoleGrant[]> {
  const grantsOf = new Map<number, RoleGrant[]>();
  for (const grant of grants) {
    const holder = holderOf(grant);
    if (holder !== null) grantsOf.set(holder, [...(grantsOf.get(holder) ?? []), grant]);
  }
  return grantsOf;
}

const serializeGrants = (grants: readonly RoleGrant[]) => ({
  addedAt: new Date(Math.min(...grants.map(({ createdAt }) => createdAt.getTime()))).toISOString(),
  roleId: grants[0]?.roleId ?? 0,
  roles: grants.map(({ roleId }) => roleId),
});

const serializeHolder = (user: User) => ({
  id: user.id,
  isAPI: false,
  name: user.name ?? user.username ?? user.email ?? '',
  username: user.username ?? null,
  email: user.email ?? null,
  imageUrl: imageUrlOf(user),
});

/** The roles with their users and groups, as in events. */
export function accessFact(holdings: readonly Holding[]) {
  const byRole = [...Map.groupBy(holdings, ({ roleId }) => roleId)].sort(([one], [other]) => one - other);
  return {
    roles: byRole.map(([roleId, own]) => ({
      roleId,
      groupIds: ascending(own.flatMap(({ groupId }) => groupId ?? [])),
      userIds: ascending(own.flatMap(({ userId }) => userId ?? [])),
    })),
  };
}

const ascending = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);
