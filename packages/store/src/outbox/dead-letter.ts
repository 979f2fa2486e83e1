import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from '../base-tables.ts';
import { markHandled } from './inbox.ts';
import type { OutboxMessage } from './outbox.ts';

const maxReasonLength = 1000;

/** Stores a message that could not be handled as a dead letter, with the reason, and counts it as handled. */
export async function writeDeadLetter(em: EntityManager, message: OutboxMessage, reason: string, now: Date): Promise<void> {
  await baseTables(em)
    .insertInto('dead_letter')
    .values({
      message_id: message.id,
      exchange: message.exchange,
      routing_key: message.key,
      body: message.body,
      reason: reason.slice(0, maxReasonLength),
      failed_at: now.getTime(),
    })
    .execute();
  await markHandled(em, [message.id], now);
}

/** A message that could not be handled, with the reason. */
export interface DeadLetter extends OutboxMessage {
  readonly reason: string;
  readonly failedAt: Date;
}

/** Dead letters in the order in which they failed: the first `limit`, or the one with this id. */
export async function readDeadLetters(em: EntityManager, limit: number, id?: string): Promise<DeadLetter[]> {
  const all = baseTables(em).selectFrom('dead_letter').selectAll().orderBy('failed_at').orderBy('message_id').limit(limit);
  const rows = await (id === undefined ? all : all.where('message_id', '=', id)).execute();
  return rows.map((row) => ({
    id: row.message_id,
    exchange: row.exchange,
    key: row.routing_key,
    body: row.body,
    reason: row.reason,
    failedAt: new Date(Number(row.failed_at)),
  }));
}

/** Number of dead letters. */
export async function countDeadLetters(em: EntityManager): Promise<number> {
  const { count } = await baseTables(em)
    .selectFrom('dead_letter')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a dead letter; its message still counts as handled. Returns false if it no longer exists. */
export async function deleteDeadLetter(em: EntityManager, id: string): Promise<boolean> {
  const { numDeletedRows } = await baseTables(em).deleteFrom('dead_letter').where('message_id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Replaces the reason of a dead letter that failed again. */
export async function updateDeadLetterReason(em: EntityManager, id: string, reason: string): Promise<void> {
  await baseTables(em)
    .updateTable('dead_letter')
    .set({ reason: reason.slice(0, maxReasonLength) })
    .where('message_id', '=', id)
    .execute();
}
