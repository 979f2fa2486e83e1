import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { heardPositionTable } from '../../tables/projection.ts';

/** How far the events of a service have taken effect here: the position of the last one. */
export class HeardPosition extends heardPositionTable.entity.class {}
heardPositionTable.entity.setClass(HeardPosition);

/** Of every service that something was heard of. */
export async function readHeard(em: EntityManager): Promise<Record<string, number>> {
  const rows = await tablesOf(em).selectFrom('heard_position').selectAll().execute();
  return Object.fromEntries(rows.map(({ service, position }) => [service, Number(position)]));
}
