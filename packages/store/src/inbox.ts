import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from './base-tables.ts';
import { deleteInBatches, rowsPerBatch } from './delete-in-batches.ts';
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

/** Forgets handled messages older than `before`; redeliveries come within minutes. */
export function pruneInbox(store: Store, before: Date): Promise<void> {
  return deleteInBatches(store, async (em) => {
    const db = baseTables(em);
    const old = db.selectFrom('inbox').select('message_id').where('handled_at', '<', before.getTime());
    const rows = await old.orderBy('handled_at').limit(rowsPerBatch).execute();
    const ids = rows.map(({ message_id }) => message_id);
    if (ids.length > 0) await db.deleteFrom('inbox').where('message_id', 'in', ids).execute();
    return ids.length;
  });
}
