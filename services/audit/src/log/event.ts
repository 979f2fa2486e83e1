import { compiled, type EntityManager } from '@signalbox/kit';
import { sql } from 'kysely';
import type { ChainedEvent, ChainEnd } from '../chain/chain.ts';

/** The widest name that a column holds. What is wider is kept as unreadable. */
export const maxNameLength = 255;

/**
 * A row of `event`, written once, never deleted, and never changed but for a payload that is dropped. It is written by the query builder, because the ORM
 * puts values into the text of its statements, where SQLite takes a NUL character for the end.
 */
export interface EventRow {
  id: number;
  created_at: number;
  type: string;
  created_by: string;
  created_by_user_id: number | null;
  project: string | null;
  environment: string | null;
  feature_name: string | null;
  data: string | null;
  pre_data: string | null;
  tags: string;
  shown: number;
  source: string | null;
  sequence: number | null;
  revision: number | null;
  message_id: string;
  correlation_id: string | null;
  raw: string | null;
  payload_hash: string | null;
  previous_hash: string;
  hash: string;
}

interface Tables {
  event: EventRow;
  head: { id: number; event_id: number; hash: string; shown: number };
}

/** The log for reading. */
export const readLog = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });

/** The log inside the transaction of `em`. */
export const writeLog = (em: EntityManager) => em.getKysely<Tables>();

/** The events that the API shows: with ids above `after` and up to `upTo`, or all. */
export const shownEvents = (em: EntityManager, piece: { readonly after: number; readonly upTo: number } | null) =>
  readLog(em)
    .selectFrom('event')
    .where('shown', '=', 1)
    .$if(piece !== null, (event) => event.where('id', '>', piece?.after ?? 0).where('id', '<=', piece?.upTo ?? 0));

/** Where the log ended when it was asked. Nothing up to there changes any more, so it is the bound of a snapshot. */
export async function readHead(em: EntityManager): Promise<ChainEnd & { readonly shown: number }> {
  const row = await readLog(em).selectFrom('head').select(['event_id', 'hash', 'shown']).where('id', '=', 1).executeTakeFirstOrThrow();
  return { id: Number(row.event_id), hash: row.hash, shown: Number(row.shown) };
}

/** Whether the message is in the log, in the transaction of `em`. */
export async function isRecorded(em: EntityManager, messageId: string): Promise<boolean> {
  const row = await writeLog(em).selectFrom('event').select('id').where('message_id', '=', messageId).executeTakeFirst();
  return row !== undefined;
}

/** An event that says more is read by itself: hundreds of a megabyte each are too much for a process. */
const longBytes = 20_000;

/** Those of a few hundred ids that are not long, by their ids. What is missing is long, or not there. */
export async function readShortEvents(em: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, ChainedEvent>> {
  const { rows } = await shortEvents(em, after, upTo);
  return new Map(rows.map((row) => [row.id, chainedEvent(row)]));
}

const shortEvents = compiled((log: ReturnType<typeof readLog>, after: number, upTo: number) =>
  log
    .selectFrom('event')
    .selectAll()
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where(bytesOf('data', 'pre_data', 'tags', 'raw'), '<=', longBytes),
);

const bytesOf = (...columns: readonly (keyof EventRow)[]) =>
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
  const log = readLog(em).selectFrom('event').selectAll();
  const rows = await log.where('id', '>', after).where('id', '<=', upTo).orderBy('id').limit(limit).execute();
  return rows.map(chainedEvent);
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

export const rowOf = (event: ChainedEvent): EventRow => ({
  id: event.id,
  created_at: event.createdAt,
  type: event.type,
  created_by: event.createdBy,
  created_by_user_id: event.createdByUserId,
  project: event.project,
  environment: event.environment,
  feature_name: event.featureName,
  data: event.data,
  pre_data: event.preData,
  tags: event.tags,
  shown: event.shown ? 1 : 0,
  source: event.source,
  sequence: event.sequence,
  revision: event.revision,
  message_id: event.messageId,
  correlation_id: event.correlationId,
  raw: event.raw,
  payload_hash: event.payloadHash,
  previous_hash: event.previousHash,
  hash: event.hash,
});

/** The event as the chain has it. */
export function chainedEvent(row: EventRow): ChainedEvent {
  return {
    id: row.id,
    createdAt: row.created_at,
    type: row.type,
    createdBy: row.created_by,
    createdByUserId: row.created_by_user_id,
    project: row.project,
    environment: row.environment,
    featureName: row.feature_name,
    data: row.data,
    preData: row.pre_data,
    tags: row.tags,
    shown: Boolean(row.shown),
    source: row.source,
    sequence: row.sequence,
    revision: row.revision,
    messageId: row.message_id,
    correlationId: row.correlation_id,
    raw: row.raw,
    payloadHash: row.payload_hash,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
