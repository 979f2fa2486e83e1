import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

/** The tables of `base-migrations.ts` as the query builder sees them. Times are epoch milliseconds. */
export interface BaseTables {
  counter: { id: number; message: number; position: number; revision: number; published: number };
  outbox: { number: number; id: string; exchange: string; routing_key: string; body: string; created_at: number };
  inbox: { message_id: string; handled_at: number };
  set_aside: { message_id: string; exchange: string; routing_key: string; body: string; reason: string; set_aside_at: number };
  lease: { name: string; owner: string; fence: number; expires_at: number };
  kept_answer: {
    principal: string;
    request_key: string;
    request_hash: string;
    status: number;
    headers: string;
    body: string;
    kept_at: number;
  };
}

/** The query builder on the base tables: inside the transaction of `em` where there is one. */
export const baseTables = (em: EntityManager): Kysely<BaseTables> => em.getKysely<BaseTables>();

/** One message that leaves with its transaction. */
export interface OutboxMessage {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

/** The numbers that one unit of work received. `position` is that of its first event, `revision` the one it raised to, if any. */
export interface Numbers {
  readonly message: number;
  readonly position: number;
  readonly revision: number;
}

/**
 * Takes the numbers of a unit of work: the row lock of the one counter row is held to the end of the transaction, so
 * numbers follow commit order without gaps, with any number of writers. Call it last.
 */
export async function takeNumbers(em: EntityManager, want: { messages: number; events: number; revisions: 0 | 1 }): Promise<Numbers> {
  const db = baseTables(em);
  await db
    .updateTable('counter')
    .set((counter) => ({
      message: counter('message', '+', want.messages),
      position: counter('position', '+', want.events),
      revision: counter('revision', '+', want.revisions),
    }))
    .where('id', '=', 1)
    .execute();
  const row = await db.selectFrom('counter').select(['message', 'position', 'revision']).where('id', '=', 1).executeTakeFirstOrThrow();
  return {
    message: Number(row.message) - want.messages + 1,
    position: Number(row.position) - want.events + 1,
    revision: Number(row.revision),
  };
}

const rowsPerInsert = 200;

/** Writes the messages in order, numbered from `first`. Many are written in parts, and others run between. */
export async function writeOutbox(em: EntityManager, first: number, messages: Iterable<OutboxMessage>, now: Date): Promise<void> {
  let rows: BaseTables['outbox'][] = [];
  let number = first;
  const insert = async () => {
    if (rows.length > 0) await baseTables(em).insertInto('outbox').values(rows).execute();
    rows = [];
  };
  for (const { id, exchange, key, body } of messages) {
    rows.push({ number, id, exchange, routing_key: key, body, created_at: now.getTime() });
    number += 1;
    if (rows.length < rowsPerInsert) continue;
    await insert();
    await letOthersRun();
  }
  await insert();
}

/** The next messages to publish, in order: everything above the mark. */
export async function readOutbox(em: EntityManager, after: number, limit: number): Promise<(OutboxMessage & { number: number })[]> {
  const rows = await baseTables(em).selectFrom('outbox').selectAll().where('number', '>', after).orderBy('number').limit(limit).execute();
  return rows.map((row) => ({ number: Number(row.number), id: row.id, exchange: row.exchange, key: row.routing_key, body: row.body }));
}

/** The service's numbers as committed. */
export async function readCounter(em: EntityManager): Promise<BaseTables['counter']> {
  const row = await baseTables(em).selectFrom('counter').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  return {
    id: 1,
    message: Number(row.message),
    position: Number(row.position),
    revision: Number(row.revision),
    published: Number(row.published),
  };
}

/**
 * Moves the mark: every message up to `number` needs its publisher no longer. Refused (false) unless the caller still
 * holds the relay's lease with `fence`, so a stale relay can repeat messages but never skip one.
 */
export async function markPublished(em: EntityManager, number: number, lease: { name: string; fence: number }): Promise<boolean> {
  const result = await baseTables(em)
    .updateTable('counter')
    .set({ published: number })
    .where('id', '=', 1)
    .where('published', '<', number)
    .where((where) =>
      where.exists(
        where.selectFrom('lease').select('lease.name').where('lease.name', '=', lease.name).where('lease.fence', '=', lease.fence),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Removes published messages that are older than `before`. */
export async function pruneOutbox(em: EntityManager, before: Date): Promise<void> {
  const { published } = await readCounter(em);
  await baseTables(em).deleteFrom('outbox').where('number', '<=', published).where('created_at', '<', before.getTime()).execute();
}
