import { eventDeliveryTable, storedEventTable } from '../tables/delivery.ts';

/** An event for at least one receiver. */
export class StoredEvent extends storedEventTable.entity.class {}
storedEventTable.entity.setClass(StoredEvent);

/** A delivery of an event to one receiver, with its outcome. */
export class EventDelivery extends eventDeliveryTable.entity.class {}
eventDeliveryTable.entity.setClass(EventDelivery);
