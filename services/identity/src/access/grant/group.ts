import { Failure, type Principal } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { principalOf, type User } from '../../user/user.ts';
import { groupMemberTable, groupTable } from '../../tables/access.ts';

/** Users who get access together. The root role of a group is a grant in the entire instance. */
export class Group extends groupTable.entity.class {}
groupTable.entity.setClass(Group);

/** Membership of a user or a service account in a group. */
export class GroupMember extends groupMemberTable.entity.class {}
groupMemberTable.entity.setClass(GroupMember);

/** Throws 404 if the group does not exist. */
export async function findGroup(em: EntityManager, id: number): Promise<Group> {
  const group = await em.findOne(Group, { id });
  if (!group) throw new Failure('NotFoundError', `There is no group ${id}.`);
  return group;
}

/** Members of any of the groups, without duplicates. */
export async function membersOf(em: EntityManager, groups: readonly number[]): Promise<number[]> {
  if (groups.length === 0) return [];
  const rows = await tablesOf(em).selectFrom('group_member').select('user_id').distinct().where('group_id', 'in', groups).execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * The user with its groups, as services see it. The user must be read before the groups: otherwise, groups older than its version would
 * stay valid.
 */
export async function readPrincipal(em: EntityManager, user: User): Promise<Principal> {
  const rows = await tablesOf(em)
    .selectFrom('group_member')
    .select('group_id')
    .where('user_id', '=', user.id)
    .orderBy('group_id')
    .execute();
  return { ...principalOf(user), groups: rows.map(({ group_id }) => group_id) };
}

export const leaveGroups = (em: EntityManager, userId: number): Promise<number> => em.nativeDelete(GroupMember, { userId });
