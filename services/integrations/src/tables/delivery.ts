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
  /** The id that receivers get: of this service, rising. */
  id: integer().key().serial(),
  /** The id of the message on the bus: the same for every receiver, and at every attempt. */
  messageId: fixedText(36),
  body: json<EventBody>(),
  storedAt: instant(),
});

/** `failed` is a dead letter: its attempts are used up. */
export type DeliveryState = 'waiting' | 'success' | 'failed';

export const eventDeliveryTable = table('event_delivery', 'EventDelivery', {
  /** Rises in the order in which events are sent. */
  id: integer().key().serial(),
  addonId: integer(),
  eventId: integer(),
  state: text(10).as<DeliveryState>(),
  attempts: integer(),
  /** The HTTP status of the last answer; null for none. */
  status: integer().nullable(),
  /** Why the last attempt failed; null unless it did. */
  problem: text(500).nullable(),
  queuedAt: instant(),
  finishedAt: instant().nullable(),
  /** Which of its requests, counted from 0, have not arrived; null for all. */
  unsent: json<readonly number[]>().nullable(),
});
