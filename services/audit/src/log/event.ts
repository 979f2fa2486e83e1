import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import type { ChainEnd } from '../chain/chain.ts';
import { type ChainedEvent, fullEvent, payloadOfEvent } from '../tables/event.ts';
import { type Tables, tablesOf } from '../tables/tables.ts';

/** Events that the API shows: those with ids above `after` and up to `upTo`, or all. */
export const shownEvents = (em: EntityManager, chunk: { readonly after: number; readonly upTo: number } | null) =>
  tablesOf(em)
    .selectFrom('event')
    .where('shown', '=', 1)
    .$if(chunk !== null, (event) => event.where('id', '>', chunk?.after ?? 0).where('id', '<=', chunk?.upTo ?? 0));

/** The current end of the log. Events up to there never change, so it can bound a snapshot. */
export async function readHead(em: EntityManager): Promise<ChainEnd & { readonly shown: number }> {
  const row = await tablesOf(em).selectFrom('head').select(['event_id', 'hash', 'shown']).where('id', '=', 1).executeTakeFirstOrThrow();
  return { id: Number(row.event_id), hash: row.hash, shown: Number(row.shown) };
}

/** True if the message is in the log, read in the transaction of `em`. */
export async function isRecorded(em: EntityManager, messageId: string): Promise<boolean> {
  const row = await tablesOf(em).selectFrom('event').select('id').where('message_id', '=', messageId).executeTakeFirst();
  return row !== undefined;
}

/** Columns of a dropped payload. */
export const withoutPayload = payloadOfEvent.encode({ data: null, preData: null, raw: null });

/** Longer events are read one by one: hundreds of a megabyte each would exhaust memory. */
const longBytes = 20_000;

/** The short events among a few hundred ids, by id. Missing ids belong to long or deleted events. */
export async function readShortEvents(em: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, ChainedEvent>> {
  const rows = await tablesOf(em)
    .selectFrom('event')
    .select(fullEvent.selection)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where(bytesOf('data', 'pre_data', 'tags', 'raw'), '<=', longBytes)
    .execute();
  return new Map(rows.map((row) => [row.id, fullEvent.decode(row)]));
}

const bytesOf = (...columns: readonly (keyof Tables['event'])[]) =>
  sql<number>`(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

/** The event with this id, or null. */
export async function readEvent(em: EntityManager, id: number): Promise<ChainedEvent | null> {
  const [event] = await readEventsBehind(em, id - 1, { upTo: id, limit: 1 });
  return event ?? null;
}

/** Complete events in order of id. */
export async function readEventsBehind(
  em: EntityManager,
  after: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<ChainedEvent[]> {
  const log = tablesOf(em).selectFrom('event').select(fullEvent.selection);
  const rows = await log.where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(limit).execute();
  return rows.map((row) => fullEvent.decode(row));
}
