import { DateTime, nullable } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Group, GroupMember } from '../../access/group/group.ts';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { previewUser, UserPreview } from '../../user/user.schema.ts';
import { User } from '../../user/user.ts';

export const groupParams = Type.Object({ groupId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });

export const GroupMemberShape = Type.Object({ joinedAt: DateTime, createdBy: nullable(Type.String()), user: UserPreview });

/** The specification's Group. `projects` are those in which the group holds a role. */
export const GroupShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  mappingsSSO: Type.Array(Type.String()),
  rootRole: nullable(Type.Integer()),
  createdBy: nullable(Type.String()),
  createdAt: DateTime,
  users: Type.Array(GroupMemberShape),
  projects: Type.Array(Type.String()),
  userCount: Type.Integer(),
});
export type GroupShape = Static<typeof GroupShape>;

/** All groups, or those of the ids, from the oldest. Four statements, however many there are. */
export async function readGroups(em: EntityManager, ids?: readonly number[]): Promise<GroupShape[]> {
  const groups = await em.find(Group, ids ? { id: { $in: [...ids] } } : {}, { orderBy: { id: 'asc' } });
  const groupId = { $in: groups.map(({ id }) => id) };
  const members = await em.find(GroupMember, { groupId }, { orderBy: { joinedAt: 'asc', userId: 'asc' } });
  const users = await em.find(User, { id: { $in: [...new Set(members.map(({ userId }) => userId))] } });
  const parts = {
    members: Map.groupBy(members, (member) => member.groupId),
    users: new Map(users.map((user) => [user.id, user])),
    grants: Map.groupBy(await em.find(RoleGrant, { groupId }), (grant) => grant.groupId),
  };
  return groups.map((group) => presentGroup(group, parts));
}

interface Parts {
  readonly members: ReadonlyMap<number, readonly GroupMember[]>;
  readonly users: ReadonlyMap<number, User>;
  readonly grants: ReadonlyMap<number | null | undefined, readonly RoleGrant[]>;
}

function presentGroup(group: Group, { members, users, grants }: Parts): GroupShape {
  const own = grants.get(group.id) ?? [];
  const inside = (members.get(group.id) ?? []).flatMap(({ joinedAt, createdBy, userId }) => {
    const user = users.get(userId);
    return user ? [{ joinedAt: joinedAt.toISOString(), createdBy: createdBy ?? null, user: previewUser(user) }] : [];
  });
  return {
    id: group.id,
    name: group.name,
    description: group.description ?? null,
    mappingsSSO: group.mappingsSSO,
    rootRole: own.find(({ projectId }) => !projectId)?.roleId ?? null,
    createdBy: group.createdBy ?? null,
    createdAt: group.createdAt.toISOString(),
    users: inside,
    projects: [...new Set(own.flatMap(({ projectId }) => projectId ?? []))].sort(),
    userCount: inside.length,
  };
}

/** The group as events carry it. */
export const groupFact = ({ id, name, description, mappingsSSO, rootRole, users }: GroupShape) => ({
  id,
  name,
  description,
  mappingsSSO,
  rootRole,
  users: users.map(({ user }) => user.id).sort((one, other) => one - other),
});
