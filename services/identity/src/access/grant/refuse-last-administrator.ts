import { Failure, roleIds } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { User, usersOnly } from '../../user/user.ts';

/**
 * Throws 403 if this user is the last administrator. The caller has locked the access version (`claimRevision`), so that two administrators
 * cannot remove each other at the same time.
 */
export async function refuseLastAdministrator(em: EntityManager, user: User): Promise<void> {
  if (user.rootRole !== roleIds.admin) return;
  const others = await em.count(User, { ...usersOnly, rootRole: roleIds.admin, id: { $ne: user.id } });
  if (others > 0) return;
  throw new Failure('InvalidOperationError', 'This is the last administrator. Make another user an administrator first.');
}
