import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from '../base-tables.ts';
import { deleteInBatches, rowsPerBatch } from './delete-in-batches.ts';
import type { Store } from '../store.ts';

/** Stored response for repetitions of a request. */
export interface IdempotencyRecord {
  readonly requestHash: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Record of this principal's key, if the first request has committed. */
export async function findIdempotencyRecord(em: EntityManager, principal: string, key: string): Promise<IdempotencyRecord | null> {
  const row = await baseTables(em)
    .selectFrom('idempotency_record')
    .selectAll()
    .where('principal', '=', principal)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  return { requestHash: row.request_hash, status: row.status, headers: JSON.parse(row.headers), body: row.body };
}

/** Writes the record in the transaction of the request. A concurrent request with the same key fails as a duplicate. */
export async function writeIdempotencyRecord(
  em: EntityManager,
  principal: string,
  key: string,
  answer: IdempotencyRecord,
  now: Date,
): Promise<void> {
  await baseTables(em)
    .insertInto('idempotency_record')
    .values({
      principal,
      idempotency_key: key,
      request_hash: answer.requestHash,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      created_at: now.getTime(),
    })
    .execute();
}

/** Replaces the response of a record. */
export async function completeIdempotencyRecord(
  em: EntityManager,
  principal: string,
  key: string,
  answer: IdempotencyRecord,
): Promise<void> {
  await baseTables(em)
    .updateTable('idempotency_record')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('principal', '=', principal)
    .where('idempotency_key', '=', key)
    .execute();
}

/** Deletes a record, so that the key may be used again. */
export async function deleteIdempotencyRecord(em: EntityManager, principal: string, key: string): Promise<void> {
  await baseTables(em).deleteFrom('idempotency_record').where('principal', '=', principal).where('idempotency_key', '=', key).execute();
}

/** Deletes records older than `before`. */
export function pruneIdempotencyRecords(store: Store, before: Date): Promise<void> {
  return deleteInBatches(store, async (em) => {
    const db = baseTables(em);
    const old = db.selectFrom('idempotency_record').select(['principal', 'idempotency_key']).where('created_at', '<', before.getTime());
    const rows = await old.orderBy('created_at').limit(rowsPerBatch).execute();
    for (const { principal, idempotency_key } of rows)
      await db.deleteFrom('idempotency_record').where('principal', '=', principal).where('idempotency_key', '=', idempotency_key).execute();
    return rows.length;
  });
}
