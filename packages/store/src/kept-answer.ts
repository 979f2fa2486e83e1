import type { EntityManager } from '@mikro-orm/sql';
import { baseTables } from './base-tables.ts';
import { inParts, rowsPerPart } from './in-parts.ts';
import type { Store } from './store.ts';

/** The answer that a repeated request gets again. */
export interface KeptAnswer {
  readonly requestHash: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The kept answer of this principal's key, if the first request committed. */
export async function findKeptAnswer(em: EntityManager, principal: string, key: string): Promise<KeptAnswer | null> {
  const row = await baseTables(em)
    .selectFrom('kept_answer')
    .selectAll()
    .where('principal', '=', principal)
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  return { requestHash: row.request_hash, status: row.status, headers: JSON.parse(row.headers), body: row.body };
}

/** Keeps an answer in the transaction of its write. A concurrent request with the same key fails as a duplicate. */
export async function keepAnswer(em: EntityManager, principal: string, key: string, answer: KeptAnswer, now: Date): Promise<void> {
  await baseTables(em)
    .insertInto('kept_answer')
    .values({
      principal,
      request_key: key,
      request_hash: answer.requestHash,
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      kept_at: now.getTime(),
    })
    .execute();
}

/** Forgets answers older than `before`. */
export function pruneKeptAnswers(store: Store, before: Date): Promise<void> {
  return inParts(store, async (em) => {
    const db = baseTables(em);
    const old = db.selectFrom('kept_answer').select(['principal', 'request_key']).where('kept_at', '<', before.getTime());
    const rows = await old.orderBy('kept_at').limit(rowsPerPart).execute();
    for (const { principal, request_key } of rows)
      await db.deleteFrom('kept_answer').where('principal', '=', principal).where('request_key', '=', request_key).execute();
    return rows.length;
  });
}
