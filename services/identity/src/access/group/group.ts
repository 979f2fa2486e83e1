import { Failure, type Principal } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { principalOf, type User } from '../../user/user.ts';
import { groupMemberTable, groupTable } from '../../tables/access.ts';

/** Users who are given access together. Its root role is a grant in the whole instance. */
export class Group extends groupTable.entity.class {}
groupTable.entity.setClass(Group);

/** That a user, or a service account, belongs to a group. */
export class GroupMember extends groupMemberTable.entity.class {}
groupMemberTable.entity.setClass(GroupMember);

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
