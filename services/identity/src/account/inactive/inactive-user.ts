import type { EntityManager, Settings } from '@signalbox/kit';
import { inactiveDays } from '../../base/settings.ts';
import { User, usersOnly } from '../../user/user.ts';

const dayMs = 24 * 3_600_000;

/** Who has not logged in for as long as the settings say, or never since then, the oldest account first. */
export async function findInactive(em: EntityManager, settings: Settings, now: Date): Promise<User[]> {
  const since = new Date(now.getTime() - settings.get(inactiveDays) * dayMs);
  const unseen = [{ seenAt: { $lt: since } }, { seenAt: null, createdAt: { $lt: since } }];
  return em.find(User, { ...usersOnly, $or: unseen }, { orderBy: { id: 'asc' } });
}
