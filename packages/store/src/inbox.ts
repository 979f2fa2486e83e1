import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from './base-tables.ts';
import { inParts, rowsPerPart } from './in-parts.ts';
import type { OutboxMessage } from './outbox.ts';
import type { Store } from './store.ts';

/** Which of the messages have been handled before, by id. */
export async function alreadyHandled(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const rows = await baseTables(em)
    .selectFrom('inbox')
    .select('message_id')
    .where('message_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.message_id));
}

/** Writes down that the messages took effect, in the transaction of that effect. */
export async function markHandled(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await baseTables(em)
    .insertInto('inbox')
    .values(ids.map((id) => ({ message_id: id, handled_at: now.getTime() })))
    .execute();
}

const longestReason = 1000;

/** Keeps a message that could not be handled, with the reason, and counts it as handled. */
export async function setAside(em: EntityManager, message: OutboxMessage, reason: string, now: Date): Promise<void> {
  await baseTables(em)
    .insertInto('set_aside')
    .values({
      message_id: message.id,
      exchange: message.exchange,
      routing_key: message.key,
      body: message.body,
      reason: reason.slice(0, longestReason),
      set_aside_at: now.getTime(),
    })
    .execute();
  await markHandled(em, [message.id], now);
}

/** A message that was set aside, and why. */
export interface SetAside extends OutboxMessage {
  readonly reason: string;
  readonly setAsideAt: Date;
}

/** What was set aside, in the order in which that happened: the first `limit`, or the one of that id. */
export async function readSetAside(em: EntityManager, limit: number, id?: string): Promise<SetAside[]> {
  const all = baseTables(em).selectFrom('set_aside').selectAll().orderBy('set_aside_at').orderBy('message_id').limit(limit);
  const rows = await (id === undefined ? all : all.where('message_id', '=', id)).execute();
  return rows.map((row) => ({
    id: row.message_id,
    exchange: row.exchange,
    key: row.routing_key,
    body: row.body,
    reason: row.reason,
    setAsideAt: new Date(Number(row.set_aside_at)),
  }));
}

/** How many messages are set aside. */
export async function countSetAside(em: EntityManager): Promise<number> {
  const { count } = await baseTables(em)
    .selectFrom('set_aside')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes the message away from what is set aside; it still counts as handled. False if it is there no longer. */
export async function takeBack(em: EntityManager, id: string): Promise<boolean> {
  const { numDeletedRows } = await baseTables(em).deleteFrom('set_aside').where('message_id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Writes down why the message is still set aside. */
export async function noteReason(em: EntityManager, id: string, reason: string): Promise<void> {
  await baseTables(em)
    .updateTable('set_aside')
    .set({ reason: reason.slice(0, longestReason) })
    .where('message_id', '=', id)
    .execute();
}

/** Forgets handled messages older than `before`; redeliveries come within minutes. */
export function pruneInbox(store: Store, before: Date): Promise<void> {
  return inParts(store, async (em) => {
    const db = baseTables(em);
    const old = db.selectFrom('inbox').select('message_id').where('handled_at', '<', before.getTime());
    const rows = await old.orderBy('handled_at').limit(rowsPerPart).execute();
    const ids = rows.map(({ message_id }) => message_id);
    if (ids.length > 0) await db.deleteFrom('inbox').where('message_id', 'in', ids).execute();
    return ids.length;
  });
}
