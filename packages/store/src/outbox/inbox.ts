import type { EntityManager } from '@mikro-orm/sql';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { type BaseTables, baseTables } from '../base-tables.ts';
import { deleteInBatches, rowsPerBatch } from './delete-in-batches.ts';
import type { Store } from '../store.ts';

/** Ids of messages that have been handled before. */
export async function alreadyHandled(em: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await handledOf(em, ids);
  return new Set(rows.map((row) => row.message_id));
}

const handledOf = compiled((db: Kysely<BaseTables>, ids: readonly string[]) =>
  db.selectFrom('inbox').select('message_id').where('message_id', 'in', ids),
);

/** Records that the messages took effect, in the transaction of that effect. */
export async function markHandled(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await insertHandled(
    em,
    ids.map((id) => ({ message_id: id, handled_at: now.getTime() })),
  );
}

const insertHandled = compiled((db: Kysely<BaseTables>, rows: readonly BaseTables['inbox'][]) => db.insertInto('inbox').values(rows));

/** Deletes records of messages handled before `before`. Redeliveries arrive within minutes. */
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
