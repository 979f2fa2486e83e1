import { defineEntity, LockMode, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';
import { rowOf, writeLog } from './event.ts';
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

/** Gives the event the next id and the hash that ties it to its predecessor. */
export async function append(em: EntityManager, content: Omit<EventContent, 'id'>): Promise<void> {
  const head = await lockHead(em);
  const event = { ...content, id: head.eventId + 1 };
  const hash = hashEvent(head.hash, event, hashPayload(event));
  await writeLog(em)
    .insertInto('event')
    .values(rowOf({ ...event, payloadHash: null, previousHash: head.hash, hash }))
    .execute();
  head.eventId = event.id;
  head.hash = hash;
  head.shown += event.shown ? 1 : 0;
}
