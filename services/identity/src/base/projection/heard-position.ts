import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../database/tables.ts';

export const heardPositionEntity = defineEntity({
  name: 'HeardPosition',
  tableName: 'heard_position',
  properties: { service: p.string().primary(), position: p.integer() },
});

/** How far the events of a service have taken effect here: the position of the last one. */
export class HeardPosition extends heardPositionEntity.class {}
heardPositionEntity.setClass(HeardPosition);

/** Of every service that something was heard of. */
export async function readHeard(em: EntityManager): Promise<Record<string, number>> {
  const rows = await tablesOf(em).selectFrom('heard_position').selectAll().execute();
  return Object.fromEntries(rows.map(({ service, position }) => [service, Number(position)]));
}
