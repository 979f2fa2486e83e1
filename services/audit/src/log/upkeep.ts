import { defineEntity, p } from '@mikro-orm/core';
import { type EntityManager, Instant } from '@signalbox/kit';

export const upkeepEntity = defineEntity({
  name: 'Upkeep',
  tableName: 'upkeep',
  properties: {
    id: p.integer().primary(),
    /** The last event that was verified on the round that is under way. */
    verifiedTo: p.bigint('number').fieldName('verified_to'),
    /** Up to here, payloads were dropped. */
    droppedTo: p.bigint('number').fieldName('dropped_to'),
    /** Up to here the chain was found whole from its first event on, and when that was; null before the first time. */
    provenTo: p.bigint('number').fieldName('proven_to').default(0),
    /** The moment of the newest complete backup; null before the first one. */
    backedUpAt: p.type(Instant).$type<Date>().fieldName('backed_up_at').nullable(),
    /** Null until the first checkpoint. */
    seal: p.text().nullable(),
    provenAt: p.type(Instant).$type<Date>().fieldName('proven_at').nullable(),
  },
});

/** How far the jobs have come that go through the log: one row. */
export class Upkeep extends upkeepEntity.class {}
upkeepEntity.setClass(Upkeep);

export const readUpkeep = (em: EntityManager): Promise<Upkeep> => em.findOneOrFail(Upkeep, { id: 1 });
