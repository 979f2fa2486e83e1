import { yieldToOthers } from '@signalbox/timing';
import type { EntityManager } from '@mikro-orm/sql';
import { type BaseTables, baseTables } from './base-tables.ts';
import { readCounter } from './counter.ts';
import { deleteInBatches, rowsPerBatch } from './delete-in-batches.ts';
import type { Store } from './store.ts';

/** One message that leaves with its transaction. */
export interface OutboxMessage {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

const rowsPerInsert = 200;
/** A statement has a deadline, and MySQL takes none above a size of its own (16 MB, unless it was told otherwise). */
const charactersPerInsert = 1_000_000;

/** Writes the messages in order, numbered from `first`. Many or large ones are written in parts, and others run between. */
export async function writeOutbox(em: EntityManager, first: number, messages: Iterable<OutboxMessage>, now: Date): Promise<void> {
  let rows: BaseTables['outbox'][] = [];
  let characters = 0;
  let number = first;
  const insert = async () => {
    if (rows.length > 0) await baseTables(em).insertInto('outbox').values(rows).execute();
    rows = [];
    characters = 0;
  };
  for (const { id, exchange, key, body } of messages) {
    rows.push({ number, id, exchange, routing_key: key, body, created_at: now.getTime() });
    number += 1;
    characters += body.length;
    if (rows.length < rowsPerInsert && characters < charactersPerInsert) continue;
    await insert();
    await yieldToOthers();
  }
  await insert();
}

/** The next messages to publish, in order: everything above the checkpoint. */
export async function readOutbox(em: EntityManager, after: number, limit: number): Promise<(OutboxMessage & { number: number })[]> {
  const rows = await baseTables(em).selectFrom('outbox').selectAll().where('number', '>', after).orderBy('number').limit(limit).execute();
  return rows.map((row) => ({ number: Number(row.number), id: row.id, exchange: row.exchange, key: row.routing_key, body: row.body }));
}

/** Removes published messages that are older than `before`. Numbers follow time, so they are at the front. */
export function pruneOutbox(store: Store, before: Date): Promise<void> {
  return deleteInBatches(store, async (em) => {
    const db = baseTables(em);
    const { published } = await readCounter(em);
    const front = await db.selectFrom('outbox').select(['number', 'created_at']).orderBy('number').limit(rowsPerBatch).execute();
    const young = front.findIndex((row) => Number(row.number) > published || Number(row.created_at) >= before.getTime());
    const old = young === -1 ? front : front.slice(0, young);
    const last = old.at(-1);
    if (last) await db.deleteFrom('outbox').where('number', '<=', last.number).execute();
    return old.length;
  });
}
