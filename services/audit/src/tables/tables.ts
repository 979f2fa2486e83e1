import type { EntityManager } from '@signalbox/kit';
import type { RowsOf } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { checkpointKeyTable, checkpointTable } from './checkpoint.ts';
import { eventTable } from './event.ts';
import { chainBreakTable, headTable, upkeepTable } from './log.ts';
import { gapTable, sourceTable } from './source.ts';

export const tables = [
  chainBreakTable,
  checkpointKeyTable,
  checkpointTable,
  eventTable,
  gapTable,
  headTable,
  sourceTable,
  upkeepTable,
] as const;

export type Tables = RowsOf<(typeof tables)[number]>;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
