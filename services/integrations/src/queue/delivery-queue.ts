import { defineEntity, p } from '@mikro-orm/core';
import { type EntityManager, Instant } from '@signalbox/kit';
import { sql } from 'kysely';

export const deliveryQueueEntity = defineEntity({
  name: 'DeliveryQueue',
  tableName: 'delivery_queue',
  properties: {
    addonId: p.integer().fieldName('addon_id').primary(),
    /** How many events wait. */
    waiting: p.integer(),
    /** From when on the first of them may be sent; null while none waits. */
    dueAt: p.type(Instant).$type<Date>().fieldName('due_at').nullable(),
    /** Until when it is one process's alone. */
    leasedUntil: p.type(Instant).$type<Date>().fieldName('leased_until'),
    /** Rises with each process that takes it. */
    fence: p.integer(),
  },
});

/** What waits for one add-on, and who sends it. */
export class DeliveryQueue extends deliveryQueueEntity.class {}
deliveryQueueEntity.setClass(DeliveryQueue);

interface QueueRow {
  addon_id: number;
  waiting: number;
  due_at: number | null;
  leased_until: number;
  fence: number;
}

interface Tables {
  delivery_queue: QueueRow;
  addon: { id: number; enabled: boolean };
  event_delivery: { id: number; addon_id: number; event_id: number; state: string; queued_at: number; finished_at: number | null };
  stored_event: { id: number; stored_at: number };
}

/** The tables for reading. */
export const readQueues = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });

/** The tables in the transaction of `em`. */
export const writeQueues = (em: EntityManager) => em.getKysely<Tables>();

/** A queue as one process has it alone, until the lease ends. */
export interface QueueLease {
  readonly addonId: number;
  readonly fence: number;
}

/**
 * Counts `count` further events that wait, in the transaction that queues them; the row is locked from here on. Answers how many
 * wait then, or null where the add-on is gone.
 */
export async function countWaiting(em: EntityManager, addonId: number, count: number, now: Date): Promise<number | null> {
  const db = writeQueues(em);
  const { numUpdatedRows } = await db
    .updateTable('delivery_queue')
    .set({ waiting: sql<number>`waiting + ${count}`, due_at: sql<number>`coalesce(due_at, ${now.getTime()})` })
    .where('addon_id', '=', addonId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  const row = await db.selectFrom('delivery_queue').select('waiting').where('addon_id', '=', addonId).executeTakeFirstOrThrow();
  return Number(row.waiting);
}

/** Takes the queue for `leaseMs`. Null while another process has it, or while nothing is due. */
export async function takeQueue(em: EntityManager, addonId: number, now: Date, leaseMs: number): Promise<QueueLease | null> {
  const db = writeQueues(em);
  const at = now.getTime();
  const { numUpdatedRows } = await db
    .updateTable('delivery_queue')
    .set({ fence: sql<number>`fence + 1`, leased_until: at + leaseMs })
    .where('addon_id', '=', addonId)
    .where('leased_until', '<=', at)
    .where('due_at', '<=', at)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return null;
  const row = await db.selectFrom('delivery_queue').select('fence').where('addon_id', '=', addonId).executeTakeFirstOrThrow();
  return { addonId, fence: Number(row.fence) };
}

/** Renews the lease and locks the queue. False where another process has taken it, or the add-on is gone. */
export async function renewLease(em: EntityManager, { addonId, fence }: QueueLease, now: Date, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await writeQueues(em)
    .updateTable('delivery_queue')
    .set({ leased_until: now.getTime() + leaseMs })
    .where('addon_id', '=', addonId)
    .where('fence', '=', fence)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives the queue back before the lease ends. */
export async function releaseQueue(em: EntityManager, { addonId, fence }: QueueLease): Promise<void> {
  await writeQueues(em)
    .updateTable('delivery_queue')
    .set({ leased_until: 0 })
    .where('addon_id', '=', addonId)
    .where('fence', '=', fence)
    .execute();
}

/** One event fewer waits; the next one is due at once. The queue is locked. */
export async function countFinished(em: EntityManager, addonId: number, now: Date): Promise<void> {
  await writeQueues(em)
    .updateTable('delivery_queue')
    .set({
      // MySQL sets one column after the other, so what depends on `waiting` comes first.
      due_at: sql<number | null>`case when waiting > 1 then ${now.getTime()} else null end`,
      waiting: sql<number>`waiting - 1`,
    })
    .where('addon_id', '=', addonId)
    .execute();
}

/** The first event rests until then. The queue is locked. */
export async function rest(em: EntityManager, addonId: number, until: Date): Promise<void> {
  await writeQueues(em).updateTable('delivery_queue').set({ due_at: until.getTime() }).where('addon_id', '=', addonId).execute();
}

/** The add-ons whose first event may be sent, and which no process sends at the moment. */
export async function findDueQueues(em: EntityManager, now: Date): Promise<number[]> {
  const rows = await readQueues(em)
    .selectFrom('delivery_queue as queue')
    .innerJoin('addon', 'addon.id', 'queue.addon_id')
    .select('queue.addon_id')
    .where('queue.due_at', '<=', now.getTime())
    .where('queue.leased_until', '<=', now.getTime())
    .where(sql<boolean>`addon.enabled`)
    .orderBy('queue.due_at')
    .execute();
  return rows.map(({ addon_id }) => addon_id);
}
