import { type Principal, roleIds } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { RoleGrant } from './role-grant.ts';

/** An account's root role and groups. */
export type Holder = Pick<Principal, 'rootRole' | 'groups'>;

/**
 * Returns whether the holder is an administrator, by its root role or through a group. Only the predefined role has ADMIN (`rightsFor`).
 */
export const administers = (em: EntityManager, holder: Holder): Promise<boolean> => holdsRootRole(em, holder, [roleIds.admin]);

/** Returns whether the holder has one of the root roles, directly or through a group. */
export async function holdsRootRole(em: EntityManager, { rootRole, groups }: Holder, roles: readonly number[]): Promise<boolean> {
  if (rootRole !== null && roles.includes(rootRole)) return true;
  if (roles.length === 0 || groups.length === 0) return false;
  return (await em.count(RoleGrant, { groupId: { $in: [...groups] }, roleId: { $in: [...roles] }, projectId: null })) > 0;
}
