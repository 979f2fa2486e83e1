import { defineEntity, p } from '@mikro-orm/core';
import { Instant } from '@signalbox/kit';
import type { ChainBreak } from '../chain/chain.ts';

export const chainBreakEntity = defineEntity({
  name: 'FoundBreak',
  tableName: 'chain_break',
  properties: {
    id: p.integer().primary().autoincrement(),
    eventId: p.bigint('number').fieldName('event_id'),
    reason: p.string().$type<ChainBreak['reason']>(),
    noticedAt: p.type(Instant).$type<Date>().fieldName('noticed_at'),
  },
});

/** A place where the log is not what was written. It stays until an operator has understood it and deletes it. */
export class FoundBreak extends chainBreakEntity.class {}
chainBreakEntity.setClass(FoundBreak);
