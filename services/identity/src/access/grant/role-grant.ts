import { defineEntity, p } from '@mikro-orm/core';
import { type Context, Instant } from '@signalbox/kit';
import { User } from '../../user/user.ts';
import { claimRevision } from '../../base/database/revision.ts';
import { accessBroadcast } from '../../base/access-broadcast.ts';

export const roleGrantEntity = defineEntity({
  name: 'RoleGrant',
  tableName: 'role_grant',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: p.integer().fieldName('user_id').nullable(),
    groupId: p.integer().fieldName('group_id').nullable(),
    roleId: p.integer().fieldName('role_id'),
    /** Null: in the whole instance. */
    projectId: p.string().fieldName('project_id').nullable(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** A role that a user holds in a project, or a group in a project or in the whole instance. A user's root role is its own. */
export class RoleGrant extends roleGrantEntity.class {}
roleGrantEntity.setClass(RoleGrant);

/** Gives the user a role in a project; nothing when it holds it already or does not exist. */
export async function grantRole(context: Context, userId: number, roleId: number, projectId: string): Promise<void> {
  const user = await context.em.findOne(User, { id: userId, deletedAt: null });
  const existing = await context.em.count(RoleGrant, { userId, roleId, projectId });
  if (!user || existing > 0) return;
  context.em.create(RoleGrant, { userId, groupId: null, roleId, projectId, createdAt: context.now() });
  user.accessVersion = await claimRevision(context.em);
  publishAccess(context, [userId]);
}

/** Takes away every role in a project; answers the users who held one. */
export async function withdrawGrants(context: Context, projectId: string): Promise<number[]> {
  const grants = await context.em.find(RoleGrant, { projectId });
  const users = [...new Set(grants.flatMap(({ userId }) => userId ?? []))];
  await context.em.nativeDelete(RoleGrant, { projectId });
  if (users.length > 0) await context.em.nativeUpdate(User, { id: { $in: users } }, { accessVersion: await claimRevision(context.em) });
  return users;
}

/** Takes away every role that the user holds beyond the root role. */
export const withdrawGrantsOf = (context: Context, userId: number): Promise<number> => context.em.nativeDelete(RoleGrant, { userId });

/** Makes replicas fetch the access state anew, and caches forget these users. */
export function publishAccess(context: Context, users: readonly number[]): void {
  context.publishState(accessBroadcast, { users: [...users], credentials: [] });
}
