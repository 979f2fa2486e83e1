import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { heardPositionTable } from '../../tables/projection.ts';

/** Position of the last event of a service that has taken effect here. */
export class HeardPosition extends heardPositionTable.entity.class {}
heardPositionTable.entity.setClass(HeardPosition);

/** Positions of all services that identity has received events from. */
export async function readHeard(em: EntityManager): Promise<Record<string, number>> {
  const rows = await tablesOf(em).selectFrom('heard_position').selectAll().execute();
  return Object.fromEntries(rows.map(({ service, position }) => [service, Number(position)]));
}
