import { defineEntity, p } from '@mikro-orm/core';

export const sourceEntity = defineEntity({
  name: 'Source',
  tableName: 'source',
  properties: {
    source: p.string().primary(),
    sequence: p.bigint('number'),
  },
});

/** Who states events, and the highest position that arrived from there. */
export class Source extends sourceEntity.class {}
sourceEntity.setClass(Source);
