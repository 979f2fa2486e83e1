import { dayMs, type EntityManager } from '@signalbox/kit';
import { Notification } from '../tables/notification.ts';
import { tablesOf } from '../tables/tables.ts';

/** Number of notifications that a user keeps: the newest. */
export const maxNotifications = 200;
const maxAgeMs = 30 * dayMs;

const newestFirst = { createdAt: 'desc', eventId: 'desc' } as const;

/** The notifications of the user, newest first, without those that are too old. */
export function findNewest(em: EntityManager, userId: number, now: Date): Promise<Notification[]> {
  const since = new Date(now.getTime() - maxAgeMs);
  return em.find(Notification, { userId, createdAt: { $gt: since } }, { orderBy: newestFirst, limit: maxNotifications });
}

/** Deletes the notifications that these users no longer see. Other users keep at most as many. */
export async function deleteOlder(em: EntityManager, userIds: readonly number[], now: Date): Promise<void> {
  await em.nativeDelete(Notification, { userId: { $in: [...userIds] }, createdAt: { $lte: new Date(now.getTime() - maxAgeMs) } });
  const counted = tablesOf(em).selectFrom('notification').where('user_id', 'in', userIds).groupBy('user_id').select('user_id');
  for (const { user_id: userId } of await counted.having(({ fn }) => fn.countAll(), '>', maxNotifications).execute()) {
    const others = await em.find(Notification, { userId }, { orderBy: newestFirst, offset: maxNotifications, limit: maxNotifications });
    await em.nativeDelete(Notification, { userId, eventId: { $in: others.map(({ eventId }) => eventId) } });
  }
}
