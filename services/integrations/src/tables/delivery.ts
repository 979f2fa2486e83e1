import type { EventBody } from '@signalbox/contracts';
import { fixedText, instant, integer, json, table, text } from '@signalbox/table';

export const deliveryQueueTable = table('delivery_queue', 'DeliveryQueue', {
  addonId: integer().key(),
  /** Number of waiting events. */
  waiting: integer(),
  /** Earliest time to send the first of them; null while none waits. */
  dueAt: instant().nullable(),
  /** Read by the previous version only, during a roll-out; the next version may drop it and `fence`. */
  leasedUntil: instant(),
  fence: integer(),
});

export const storedEventTable = table('stored_event', 'StoredEvent', {
  /** Id for receivers, assigned by this service in ascending order. */
  id: integer().key().serial(),
  /** Id of the message on the bus: the same for all receivers and attempts. */
  messageId: fixedText(36),
  body: json<EventBody>(),
  storedAt: instant(),
});

/** An event for at least one receiver. */
export class StoredEvent extends storedEventTable.entity.class {}
storedEventTable.entity.setClass(StoredEvent);

/** `failed` is a dead letter: its attempts are used up. */
export type DeliveryState = 'waiting' | 'success' | 'failed';

export const eventDeliveryTable = table('event_delivery', 'EventDelivery', {
  /** Ascending in the order of sending. */
  id: integer().key().serial(),
  addonId: integer(),
  eventId: integer(),
  state: text(10).as<DeliveryState>(),
  attempts: integer(),
  /** HTTP status of the last response; null without one. */
  status: integer().nullable(),
  /** Reason for the last failed attempt; null after a success. */
  problem: text(500).nullable(),
  queuedAt: instant(),
  finishedAt: instant().nullable(),
  /** Indexes of requests that have not succeeded, from 0; null for all. */
  unsent: json<readonly number[]>().nullable(),
});

/** A delivery of an event to one receiver, with its outcome. */
export class EventDelivery extends eventDeliveryTable.entity.class {}
eventDeliveryTable.entity.setClass(EventDelivery);
