import { type Context, slot } from '@signalbox/kit';
import { compiled, deferred, rowsPerStatement } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { type EventContent, hashEvent, hashPayload } from '../chain/chain.ts';
import { fullEvent } from '../tables/event.ts';
import type { Tables } from '../tables/tables.ts';

/** The last event of the log, with the events of this unit of work. */
interface Head {
  eventId: number;
  hash: string;
  shown: number;
}

const lockedHead = slot(async ({ em }: Context): Promise<Head> => {
  // SQLite locks the database when a transaction begins.
  const select = em.getPlatform().usesReturningStatement() ? readHead : readLockedHead;
  const [row] = (await select(em)).rows;
  if (!row) throw new Error('The log has no head.');
  return { eventId: Number(row.event_id), hash: row.hash, shown: Number(row.shown) };
});

const selectHead = (db: Kysely<Tables>) => db.selectFrom('head').select(['event_id', 'hash', 'shown']).where('id', '=', 1);
const readHead = compiled(selectHead);
const readLockedHead = compiled((db: Kysely<Tables>) => selectHead(db).forUpdate());

/**
 * Reads and locks the head once per unit of work, however many events it appends. The table has one row, and its lock makes the owner the
 * only writer.
 */
export const lockHead = (context: Context): Promise<Head> => context.slot(lockedHead);

type EventRow = Tables['event'];

/** Appended rows that are not written yet. */
const appended = slot((): EventRow[] => []);
const rowsPerInsert = 100;
/** MySQL limits the size of a statement (16 MB by default), and an event may have a megabyte. */
const charactersPerInsert = 1_000_000;

/** Assigns the event the next id and its hash. Rows are written in batches, by `writeAppended` at the latest. */
export async function append(context: Context, content: Omit<EventContent, 'id'>): Promise<void> {
  const head = await lockHead(context);
  const event = { ...content, id: head.eventId + 1 };
  const hash = hashEvent(head.hash, event, hashPayload(event));
  const rows = context.slot(appended);
  rows.push(fullEvent.encode({ ...event, payloadHash: null, previousHash: head.hash, hash }));
  head.eventId = event.id;
  head.hash = hash;
  head.shown += event.shown ? 1 : 0;
  if (rows.length === rowsPerInsert || lengthOf(rows) > charactersPerInsert) await writeAppended(context);
}

const lengthOf = (rows: readonly EventRow[]): number =>
  rows.reduce((sum, { data, pre_data, raw }) => sum + (data?.length ?? 0) + (pre_data?.length ?? 0) + (raw?.length ?? 0), 0);

/** Writes the remaining rows and the head at the end of a unit of work. */
export async function writeAppended(context: Context): Promise<void> {
  const rows = context.slot(appended).splice(0);
  if (rows.length === 0) return;
  for (const some of rowsPerStatement(rows)) await insertEvents(context.em, some);
  const { eventId, hash, shown } = await lockHead(context);
  await updateHead(context.em, eventId, hash, shown);
}

const updateHead = deferred((db: Kysely<Tables>, event_id: number, hash: string, shown: number) =>
  db.updateTable('head').set({ event_id, hash, shown }).where('id', '=', 1),
);

const insertEvents = deferred((db: Kysely<Tables>, rows: readonly EventRow[]) => db.insertInto('event').values(rows));
