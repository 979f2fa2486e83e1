import { defineEntity, p } from '@mikro-orm/core';
import { Instant } from '@signalbox/kit';

export const gapEntity = defineEntity({
  name: 'Gap',
  tableName: 'gap',
  properties: {
    id: p.integer().primary().autoincrement(),
    source: p.string(),
    expected: p.bigint('number'),
    got: p.bigint('number'),
    messageId: p.string().fieldName('message_id'),
    noticedAt: p.type(Instant).$type<Date>().fieldName('noticed_at'),
  },
});

/**
 * A position that was not the next one of its source. `got` above `expected`: the positions from `expected` to
 * `got - 1` are missing. Below: the position came late, or twice with different ids.
 */
export class Gap extends gapEntity.class {}
gapEntity.setClass(Gap);
