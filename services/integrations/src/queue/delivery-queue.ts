import type { EntityManager } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import { type Kysely, sql } from 'kysely';
import { deliveryQueueTable } from '../tables/delivery.ts';
import { type Tables, tablesOf } from '../tables/tables.ts';

/** Number of waiting events of one add-on, and the time of the next attempt. */
export class DeliveryQueue extends deliveryQueueTable.entity.class {}
deliveryQueueTable.entity.setClass(DeliveryQueue);

/** Name of the lease under which one process at a time sends the events of an add-on. */
export const queueLease = (addonId: number): string => `queue:${addonId}`;

/**
 * Adds `count` waiting events, in the transaction that queues them, and locks the row. Returns the new number, or null if
 * the add-on was deleted.
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

/** Subtracts one waiting event; the next one is due at once. */
export async function countFinished(em: EntityManager, addonId: number, now: Date): Promise<void> {
  await tablesOf(em)
    .updateTable('delivery_queue')
    .set({
      // MySQL evaluates assignments in order, so expressions that read `waiting` come first.
      due_at: sql<number | null>`case when waiting > 1 then ${now.getTime()} else null end`,
      waiting: sql<number>`waiting - 1`,
    })
    .where('addon_id', '=', addonId)
    .execute();
}

/** Postpones the first event. */
export async function postpone(em: EntityManager, addonId: number, until: Date): Promise<void> {
  await tablesOf(em).updateTable('delivery_queue').set({ due_at: until.getTime() }).where('addon_id', '=', addonId).execute();
}

/** Add-ons with a due event. */
export async function findDueQueues(em: EntityManager, now: Date): Promise<number[]> {
  const { rows } = await dueQueues(em, now.getTime());
  return rows.map(({ addon_id }) => addon_id);
}

const dueQueues = compiled((db: Kysely<Tables>, now: number) =>
  db
    .selectFrom('delivery_queue as queue')
    .innerJoin('addon', 'addon.id', 'queue.addon_id')
    .select('queue.addon_id')
    .where('queue.due_at', '<=', now)
    .where('addon.enabled', '=', 1)
    .orderBy('queue.due_at'),
);
