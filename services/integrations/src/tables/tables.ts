import type { EntityManager } from '@signalbox/kit';
import type { RowsOf } from '@signalbox/table';
import { addonTable } from './addon.ts';
import { deliveryQueueTable, eventDeliveryTable, storedEventTable } from './delivery.ts';

export const tables = [addonTable, deliveryQueueTable, eventDeliveryTable, storedEventTable] as const;

/** The query builder: in the transaction of `em` if there is one, else on a connection that reads committed rows. */
export const tablesOf = (em: EntityManager) => em.getKysely<RowsOf<(typeof tables)[number]>>({ type: 'read' });
