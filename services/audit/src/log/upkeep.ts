import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';

export const upkeepEntity = defineEntity({
  name: 'Upkeep',
  tableName: 'upkeep',
  properties: {
    id: p.integer().primary(),
    /** The last event that was verified on the round that is under way. */
    verifiedTo: p.bigint('number').fieldName('verified_to'),
    /** Up to here, payloads were dropped. */
    droppedTo: p.bigint('number').fieldName('dropped_to'),
  },
});

/** How far the jobs have come that go through the log: one row. */
export class Upkeep extends upkeepEntity.class {}
upkeepEntity.setClass(Upkeep);

export const readUpkeep = (em: EntityManager): Promise<Upkeep> => em.findOneOrFail(Upkeep, { id: 1 });
