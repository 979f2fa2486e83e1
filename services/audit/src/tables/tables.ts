import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import type { Kysely } from 'kysely';
import * as checkpoint from './checkpoint.ts';
import * as event from './event.ts';
import * as log from './log.ts';
import * as source from './source.ts';

export const tables = tablesIn(checkpoint, event, log, source);

export type Tables = RowsOf<(typeof tables)[number]>;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>({ type: 'read' });
