import { roleIds } from '@signalbox/contracts';
import { chunksOf, type Context, type EntityManager } from '@signalbox/kit';
import { User } from '../../user/user.ts';
import { claimRevision } from '../../base/revision.ts';
import { publishAccess } from '../../base/access-broadcast.ts';
import { roleGrantTable } from '../../tables/access.ts';

/**
 * A role that a user has in a project, or a group in a project or in the entire instance. The root role of a user is a column of the user.
 */
export class RoleGrant extends roleGrantTable.entity.class {}
roleGrantTable.entity.setClass(RoleGrant);

/** Grants the user a role in a project. Does nothing if the user has it already or does not exist. */
export async function grantRole(context: Context, userId: number, roleId: number, projectId: string): Promise<void> {
  await claimRevision(context.em);
  const user = await context.em.findOne(User, { id: userId, deletedAt: null });
  const existing = await context.em.count(RoleGrant, { userId, roleId, projectId });
  if (!user || existing > 0) return;
  context.em.create(RoleGrant, { userId, groupId: null, roleId, projectId, createdAt: context.now() });
  await noteRights(context, [userId]);
}

/** Whether the user owns a project. */
export const isOwner = async (em: EntityManager, userId: number): Promise<boolean> =>
  (await em.count(RoleGrant, { userId, roleId: roleIds.owner })) > 0;

/** Withdraws all roles of the user except the root role. */
export const withdrawGrantsOf = (context: Context, userId: number): Promise<number> => context.em.nativeDelete(RoleGrant, { userId });

const chunk = 1000;

/**
 * Records that the rights of these users have changed: services stop deciding on older rights. Once per unit of work and user is enough.
 */
export async function noteRights(context: Context, users: readonly number[]): Promise<void> {
  const accessVersion = await claimRevision(context.em);
  for (const ids of chunksOf([...new Set(users)], chunk)) await context.em.nativeUpdate(User, { id: { $in: ids } }, { accessVersion });
  publishAccess(context, [...new Set(users)]);
}
