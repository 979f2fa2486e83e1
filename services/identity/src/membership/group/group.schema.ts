import { DateTime, nullable } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { Group, GroupMember } from '../../access/grant/group.ts';
import { groupMemberTable } from '../../tables/access.ts';
import { tablesOf } from '../../tables/tables.ts';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { previewUser, UserPreview } from '../../user/user.schema.ts';
import { User } from '../../user/user.ts';

export const groupParams = Type.Object({ groupId: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });

export const GroupMemberShape = Type.Object({ joinedAt: DateTime, createdBy: nullable(Type.String()), user: UserPreview });

/** Group of the specification. `projects` are the projects in which the group has a role. */
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

/** The groups with these ids and all their users, oldest first. Four statements, regardless of their number. */
export async function readGroups(em: EntityManager, ids: readonly number[]): Promise<GroupShape[]> {
  const groups = await em.find(Group, { id: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  const groupId = { $in: groups.map(({ id }) => id) };
  const members = await em.find(GroupMember, { groupId }, { orderBy: { joinedAt: 'asc', userId: 'asc' } });
  return serializeGroups(em, groups, members);
}

/** Maximum number of users per group in lists; a single group includes all. */
const maxListedUsers = 100;

/** All groups, oldest first, each with its number of users and the first that joined. Always takes five statements. */
export async function listGroups(em: EntityManager): Promise<GroupShape[]> {
  const db = tablesOf(em);
  const groups = await em.find(Group, {}, { orderBy: { id: 'asc' } });
  const numbered = db.selectFrom('group_member').selectAll().select(numberInGroup.as('number'));
  const rows = await db.selectFrom(numbered.as('numbered')).selectAll().where('number', '<=', maxListedUsers).orderBy('number').execute();
  const members = rows.map(({ group_id, user_id, created_by, joined_at }) => ({
    groupId: group_id,
    userId: user_id,
    createdBy: created_by,
    joinedAt: groupMemberTable.columns.joinedAt.decode(joined_at),
  }));
  const counted = db
    .selectFrom('group_member')
    .select(['group_id', sql<number>`count(*)`.as('count')])
    .groupBy('group_id');
  const counts = new Map((await counted.execute()).map(({ group_id, count }) => [group_id, Number(count)]));
  const listed = await serializeGroups(em, groups, members);
  return listed.map((group) => ({ ...group, userCount: counts.get(group.id) ?? 0 }));
}

const numberInGroup = sql<number>`row_number() over (partition by group_id order by joined_at, user_id)`;

type Member = Pick<GroupMember, 'groupId' | 'userId' | 'createdBy' | 'joinedAt'>;

async function serializeGroups(em: EntityManager, groups: readonly Group[], members: readonly Member[]): Promise<GroupShape[]> {
  const groupId = { $in: groups.map(({ id }) => id) };
  const users = await em.find(User, { id: { $in: [...new Set(members.map(({ userId }) => userId))] } });
  const parts = {
    members: Map.groupBy(members, (member) => member.groupId),
    users: new Map(users.map((user) => [user.id, user])),
    grants: Map.groupBy(await em.find(RoleGrant, { groupId }), (grant) => grant.groupId),
  };
  return groups.map((group) => serializeGroup(group, parts));
}

interface Parts {
  readonly members: ReadonlyMap<number, readonly Member[]>;
  readonly users: ReadonlyMap<number, User>;
  readonly grants: ReadonlyMap<number | null | undefined, readonly RoleGrant[]>;
}

function serializeGroup(group: Group, { members, users, grants }: Parts): GroupShape {
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

/** The group as in events. */
export const groupFact = ({ id, name, description, mappingsSSO, rootRole, users }: GroupShape) => ({
  id,
  name,
  description,
  mappingsSSO,
  rootRole,
  users: users.map(({ user }) => user.id).sort((one, other) => one - other),
});
