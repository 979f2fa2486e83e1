import { defineEntity, p } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';
import { principalOf, type User } from '../../user/user.ts';

export const groupEntity = defineEntity({
  name: 'Group',
  tableName: 'user_group',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.string(),
    description: p.string().nullable(),
    /** The groups of the identity provider whose members single sign-on puts into this one. */
    mappingsSSO: p.type(JsonText).$type<string[]>().fieldName('mappings_sso'),
    createdBy: p.string().fieldName('created_by').nullable(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** Users who are given access together. Its root role is a grant in the whole instance. */
export class Group extends groupEntity.class {}
groupEntity.setClass(Group);

export const groupMemberEntity = defineEntity({
  name: 'GroupMember',
  tableName: 'group_member',
  properties: {
    groupId: p.integer().fieldName('group_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
    /** Single sign-on has put the user in, and may take it out again. */
    bySso: p.boolean().fieldName('by_sso'),
    createdBy: p.string().fieldName('created_by').nullable(),
    joinedAt: p.type(Instant).$type<Date>().fieldName('joined_at'),
  },
});

/** That a user, or a service account, belongs to a group. */
export class GroupMember extends groupMemberEntity.class {}
groupMemberEntity.setClass(GroupMember);

/** 404 for a group that does not exist. */
export async function findGroup(em: EntityManager, id: number): Promise<Group> {
  const group = await em.findOne(Group, { id });
  if (!group) throw new Failure('NotFoundError', `There is no group ${id}.`);
  return group;
}

/** Who belongs to any of the groups, each once. */
export async function membersOf(em: EntityManager, groups: readonly number[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const rows = await tablesOf(em).selectFrom('group_member').select('user_id').distinct().where('group_id', 'in', groups).execute();
  return rows.map(({ user_id }) => user_id);
}

/** The user with its groups, as services see it. The user has been read before: groups that are older than its version would count on. */
export async function readPrincipal(em: EntityManager, user: User): Promise<Principal> {
  const rows = await tablesOf(em)
    .selectFrom('group_member')
    .select('group_id')
    .where('user_id', '=', user.id)
    .orderBy('group_id')
    .execute();
  return { ...principalOf(user), groups: rows.map(({ group_id }) => group_id) };
}

/** Takes the user out of every group. */
export const leaveGroups = (em: EntityManager, userId: number): Promise<number> => em.nativeDelete(GroupMember, { userId });
