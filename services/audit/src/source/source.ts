import { defineEntity, p } from '@mikro-orm/core';

export const sourceEntity = defineEntity({
  name: 'Source',
  tableName: 'source',
  properties: {
    source: p.string().primary(),
    sequence: p.bigint('number'),
    last: p.bigint('number'),
  },
});

/**
 * Who states events, the highest position that arrived from there, and the last. A source whose database was restored states
 * positions for a second time: it goes on below the highest.
 */
export class Source extends sourceEntity.class {}
sourceEntity.setClass(Source);
