import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import * as addon from './addon.ts';
import * as delivery from './delivery.ts';

export const tables = tablesIn(addon, delivery);

/** Tables of the service by name, for the query builder. */
export type Tables = RowsOf<(typeof tables)[number]>;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager) => em.getKysely<Tables>({ type: 'read' });
