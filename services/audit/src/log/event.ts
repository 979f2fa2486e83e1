import type { EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import type { ChainEnd } from '../chain/chain.ts';
import { type ChainedEvent, fullEvent, payloadOfEvent } from '../tables/event.ts';
import { type Tables, tablesOf } from '../tables/tables.ts';

/** The events that the API shows: with ids above `after` and up to `upTo`, or all. */
export const shownEvents = (em: EntityManager, chunk: { readonly after: number; readonly upTo: number } | null) =>
  tablesOf(em)
    .selectFrom('event')
    .where('shown', '=', 1)
    .$if(chunk !== null, (event) => event.where('id', '>', chunk?.after ?? 0).where('id', '<=', chunk?.upTo ?? 0));

/** Where the log ended when it was asked. Nothing up to there changes any more, so it is the bound of a snapshot. */
export async function readHead(em: EntityManager): Promise<ChainEnd & { readonly shown: number }> {
  const row = await tablesOf(em).selectFrom('head').select(['event_id', 'hash', 'shown']).where('id', '=', 1).executeTakeFirstOrThrow();
  return { id: Number(row.event_id), hash: row.hash, shown: Number(row.shown) };
}

/** Whether the message is in the log, in the transaction of `em`. */
export async function isRecorded(em: EntityManager, messageId: string): Promise<boolean> {
  const row = await tablesOf(em).selectFrom('event').select('id').where('message_id', '=', messageId).executeTakeFirst();
  return row !== undefined;
}

/** A row without its payload. */
export const withoutPayload = payloadOfEvent.encode({ data: null, preData: null, raw: null });

/** An event that says more is read by itself: hundreds of a megabyte each are too much for a process. */
const longBytes = 20_000;

/** Those of a few hundred ids that are not long, by their ids. What is missing is long, or not there. */
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

/** One event; null where there is none of that id. */
export async function readEvent(em: EntityManager, id: number): Promise<ChainedEvent | null> {
  const [event] = await readEventsBehind(em, id - 1, { upTo: id, limit: 1 });
  return event ?? null;
}

const eventsPerPage = 100;

/** Events in the order of their ids, as the chain has them. */
export async function readEventsBehind(
  em: EntityManager,
  after: number,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<ChainedEvent[]> {
  const log = tablesOf(em).selectFrom('event').select(fullEvent.selection);
  const rows = await log.where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(limit).execute();
  return rows.map((row) => fullEvent.decode(row));
}

/** The whole log in the order of its ids, for `verifyChain`. Of a log that is being written, what stood there at `upTo`. */
export async function* readChain(em: EntityManager, upTo = Number.MAX_SAFE_INTEGER): AsyncGenerator<ChainedEvent> {
  for (let last = -1; ; ) {
    const page = await readEventsBehind(em, last, { upTo, limit: eventsPerPage });
    yield* page;
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}
