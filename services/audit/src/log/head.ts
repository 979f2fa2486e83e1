import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { compiled, type EntityManager } from '@signalbox/kit';
import { type EventRow, rowOf, type writeLog } from './event.ts';
import { type EventContent, hashEvent, hashPayload } from '../chain/chain.ts';

export const headEntity = defineEntity({
  name: 'Head',
  tableName: 'head',
  properties: {
    id: p.integer().primary(),
    eventId: p.bigint('number').fieldName('event_id'),
    hash: p.string(),
    /** How many events up to here the events API shows. */
    shown: p.bigint('number'),
  },
});

/** The last event of the log: one row, and whoever holds its lock is the one writer. */
export class Head extends headEntity.class {}
headEntity.setClass(Head);

const heads = new WeakMap<EntityManager, Promise<Head>>();

/** Reads and locks the head, once per unit of work however many events it appends. */
export function lockHead(em: EntityManager): Promise<Head> {
  const known = heads.get(em);
  if (known) return known;
  const head = em.findOneOrFail(Head, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  heads.set(em, head);
  return head;
}

/** Rows that a unit of work appends, until they are written. */
const appended = new WeakMap<EntityManager, EventRow[]>();
const rowsPerInsert = 100;
/** MySQL takes no statement above a size of its own (16 MB, unless it was told otherwise), and an event may have a megabyte. */
const charactersPerInsert = 1_000_000;

/** Gives the event the next id and the hash that ties it to its predecessor. It is written with others, by `writeAppended` at the latest. */
export async function append(em: EntityManager, content: Omit<EventContent, 'id'>): Promise<void> {
  const head = await lockHead(em);
  const event = { ...content, id: head.eventId + 1 };
  const hash = hashEvent(head.hash, event, hashPayload(event));
  const rows = appended.get(em) ?? [];
  appended.set(em, rows);
  rows.push(rowOf({ ...event, payloadHash: null, previousHash: head.hash, hash }));
  head.eventId = event.id;
  head.hash = hash;
  head.shown += event.shown ? 1 : 0;
  if (rows.length === rowsPerInsert || lengthOf(rows) > charactersPerInsert) await writeAppended(em);
}

const lengthOf = (rows: readonly EventRow[]): number =>
  rows.reduce((sum, { data, pre_data, raw }) => sum + (data?.length ?? 0) + (pre_data?.length ?? 0) + (raw?.length ?? 0), 0);

/** Ends a unit of work that appends. */
export async function writeAppended(em: EntityManager): Promise<void> {
  const rows = appended.get(em) ?? [];
  appended.delete(em);
  if (rows.length > 0) await insertEvents(em, rows);
}

const insertEvents = compiled((log: ReturnType<typeof writeLog>, rows: readonly EventRow[]) => log.insertInto('event').values(rows));
