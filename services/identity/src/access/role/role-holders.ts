import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';

/** Users who have the role: as their root role, by a grant, or through a group. */
export async function holdersOf(em: EntityManager, role: number): Promise<number[]> {
  const db = tablesOf(em);
  const rows = await db
    .selectFrom('user')
    .select('id')
    .where('root_role', '=', role)
    .where('deleted_at', 'is', null)
    .union(
      db
        .selectFrom('role_grant')
        .select('user_id as id')
        .where('role_id', '=', role)
        .where('user_id', 'is not', null)
        .$castTo<{ id: number }>(),
    )
    .union(
      db
        .selectFrom('group_member')
        .innerJoin('role_grant', 'role_grant.group_id', 'group_member.group_id')
        .select('group_member.user_id as id')
        .where('role_grant.role_id', '=', role),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Numbers of users and groups that have the role directly. */
export async function countHolders(em: EntityManager, role: number): Promise<{ users: number; groups: number }> {
  const db = tablesOf(em);
  const granted = await db.selectFrom('role_grant').select(['user_id', 'group_id']).where('role_id', '=', role).execute();
  const rooted = await db.selectFrom('user').select('id').where('root_role', '=', role).where('deleted_at', 'is', null).execute();
  const users = new Set([...rooted.map(({ id }) => id), ...granted.flatMap(({ user_id }) => user_id ?? [])]);
  return { users: users.size, groups: new Set(granted.flatMap(({ group_id }) => group_id ?? [])).size };
}
