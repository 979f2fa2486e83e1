import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import { deliveryQueueTable } from '../tables/delivery.ts';
import { tablesOf } from '../tables/tables.ts';

/** Counts the events that wait for one add-on. */
export class DeliveryQueue extends deliveryQueueTable.entity.class {}
deliveryQueueTable.entity.setClass(DeliveryQueue);

/** Name of the lease under which one process at a time sends the events of an add-on. */
export const queueLease = (addonId: number): string => `queue:${addonId}`;

/**
 * Counts `count` further events that wait, in the transaction that queues them; the row is locked from here on. Answers how many
 * wait then, or null where the add-on is gone.
 */
export async function countWaiting(em: EntityManager, addonId: number, count: number, now: Date): Promise<number | null> {
  const db = tablesOf(em);
  const { numUpdatedRows } = await db
    .updateTable('delivery_queue')
    .set({ waiting: sql<number>`waiting + ${count}`, due_at: sql<number>`coalesce(due_at, ${now.getTime()})` })
    .where('addon_id', '=', addonId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  const row = await db.selectFrom('delivery_queue').select('waiting').where('addon_id', '=', addonId).executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** One event fewer waits; the next one is due at once. */
export async function countFinished(em: EntityManager, addonId: number, now: Date): Promise<void> {
  await tablesOf(em)
    .updateTable('delivery_queue')
    .set({
      // MySQL sets one column after the other, so what depends on `waiting` comes first.
      due_at: sql<number | null>`case when waiting > 1 then ${now.getTime()} else null end`,
      waiting: sql<number>`waiting - 1`,
    })
    .where('addon_id', '=', addonId)
    .execute();
}

/** The first event rests until then. */
export async function rest(em: EntityManager, addonId: number, until: Date): Promise<void> {
  await tablesOf(em).updateTable('delivery_queue').set({ due_at: until.getTime() }).where('addon_id', '=', addonId).execute();
}

/** The add-ons whose first event may be sent. */
export async function findDueQueues(em: EntityManager, now: Date): Promise<number[]> {
  const rows = await tablesOf(em)
    .selectFrom('delivery_queue as queue')
    .innerJoin('addon', 'addon.id', 'queue.addon_id')
    .select('queue.addon_id')
    .where('queue.due_at', '<=', now.getTime())
    .where(sql<boolean>`addon.enabled`)
    .orderBy('queue.due_at')
    .execute();
  return rows.map(({ addon_id }) => addon_id);
}
