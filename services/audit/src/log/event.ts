import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import type { ChainEnd } from '../chain/chain.ts';
import { type ChainedEvent, fullEvent, payloadOfEvent, type StoredEvent } from '../tables/event.ts';
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

/** The short events among a few hundred ids as stored, by id. Missing ids belong to long or deleted events. */
export async function readShortEvents(em: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, StoredEvent>> {
  const rows = await tablesOf(em)
    .selectFrom('event')
    .select(fullEvent.selection)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where(bytesOf('data', 'pre_data', 'tags', 'raw'), '<=', longBytes)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const bytesOf = (...columns: readonly (keyof Tables['event'])[]) =>
  sql<number>`(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

/** The event with this id as stored. */
export const readStoredEvent = (em: EntityManager, id: number): Promise<StoredEvent | undefined> =>
  tablesOf(em).selectFrom('event').select(fullEvent.selection).where('id', '=', id).executeTakeFirst();

/** The event with this id, or null. */
export async function readEvent(em: EntityManager, id: number): Promise<ChainedEvent | null> {
  const row = await readStoredEvent(em, id);
  return row ? fullEvent.decode(row) : null;
}

/** The id of the next event of the log after `id`, if any. Skips rows that do not belong to the log: SQLite stores ids such as 6.5. */
export async function findNextId(em: EntityManager, id: number): Promise<number | undefined> {
  const { id: head } = await readHead(em);
  const rows = tablesOf(em).selectFrom('event').select('id').where('id', '>', id).where('id', '<=', head);
  return (await rows.where(sql`round(id)`, '=', sql.ref('id')).orderBy('id').limit(1).executeTakeFirst())?.id;
}

/** Number of rows among these ids, including ids that are not whole. */
export async function countEvents(em: EntityManager, after: number, upTo: number): Promise<number> {
  const rows = tablesOf(em).selectFrom('event').where('id', '>', after).where('id', '<=', upTo);
  return Number((await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count);
}

/** Ids as text: those of SQLite may be text, fractions, or larger than numbers are exact. */
const idAsText = sql<string>`cast(id as char)`.as('text');

/** The ids of a few hundred rows. */
export async function readIds(em: EntityManager, after: number, upTo: number): Promise<number[]> {
  const rows = tablesOf(em).selectFrom('event').select(idAsText).where('id', '>', after).where('id', '<=', upTo);
  return (await rows.orderBy('id').execute()).map(({ text }) => Number(text));
}

/** The lowest id below 1, and the highest id above `end`; NaN for text, which sorts after all numbers. */
export async function readIdsOutside(em: EntityManager, end: number): Promise<number[]> {
  const rows = tablesOf(em).selectFrom('event').select(idAsText);
  const low = await rows.where('id', '<', 1).orderBy('id').limit(1).execute();
  const high = await rows.where('id', '>', end).orderBy('id', 'desc').limit(1).execute();
  return [...low, ...high].map(({ text }) => Number(text));
}

/** Complete events in order of id. */
export async function readEventsBehind(
  em: EntityManager,
  after: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<ChainedEvent[]> {
  const log = tablesOf(em).selectFrom('event').where('id', '>', after).where('id', '<=', upTo);
  return fullEvent.read(log.orderBy('id').limit(limit));
}
