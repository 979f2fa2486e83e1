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

/** Keeps a message that could not be handled, with the reason, and counts it as handled. */
export async function setAside(em: EntityManager, message: OutboxMessage, reason: string, now: Date): Promise<void> {
  await baseTables(em)
    .insertInto('set_aside')
    .values({
      message_id: message.id,
      exchange: message.exchange,
      routing_key: message.key,
      body: message.body,
      reason: reason.slice(0, 1000),
      set_aside_at: now.getTime(),
    })
    .execute();
  await markHandled(em, [message.id], now);
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
