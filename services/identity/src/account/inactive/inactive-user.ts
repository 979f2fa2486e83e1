import { type EntityManager, type Settings, dayMs } from '@signalbox/kit';
import { inactiveDays } from '../../base/settings.ts';
import { User, usersOnly } from '../../user/user.ts';

/** Users who have not logged in for INACTIVE_DAYS, oldest account first. Users who never logged in count from their creation. */
export async function findInactive(em: EntityManager, settings: Settings, now: Date): Promise<User[]> {
  const since = new Date(now.getTime() - settings.get(inactiveDays) * dayMs);
  const unseen = [{ seenAt: { $lt: since } }, { seenAt: null, createdAt: { $lt: since } }];
  return em.find(User, { ...usersOnly, $or: unseen }, { orderBy: { id: 'asc' } });
}
