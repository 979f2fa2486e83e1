import { eventDeliveryTable, storedEventTable } from '../tables/delivery.ts';

/** An event that is sent to at least one receiver. */
export class StoredEvent extends storedEventTable.entity.class {}
storedEventTable.entity.setClass(StoredEvent);

/** One event on its way to one receiver, and its outcome. */
export class EventDelivery extends eventDeliveryTable.entity.class {}
eventDeliveryTable.entity.setClass(EventDelivery);
