import type { EntityManager } from '@signalbox/kit';
import { type RowsOf, tablesIn } from '@signalbox/table';
import * as addon from './addon.ts';
import * as delivery from './delivery.ts';

export const tables = tablesIn(addon, delivery);

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager) => em.getKysely<RowsOf<(typeof tables)[number]>>({ type: 'read' });
