import { defineEntity, p } from '@mikro-orm/core';
import type { EventBody } from '@signalbox/contracts';
import { Instant, JsonText } from '@signalbox/kit';

export const storedEventEntity = defineEntity({
  name: 'StoredEvent',
  tableName: 'stored_event',
  properties: {
    /** The id that receivers get: of this service, rising. */
    id: p.integer().primary().autoincrement(),
    /** The id of the message on the bus: the same for every receiver, and at every attempt. */
    messageId: p.string().fieldName('message_id'),
    body: p.type(JsonText).$type<EventBody>(),
    storedAt: p.type(Instant).$type<Date>().fieldName('stored_at'),
  },
});

/** An event that is sent somewhere. */
export class StoredEvent extends storedEventEntity.class {}
storedEventEntity.setClass(StoredEvent);

/** `failed` is a dead letter: it was tried as often as it may be. */
export type DeliveryState = 'waiting' | 'success' | 'failed';

export const eventDeliveryEntity = defineEntity({
  name: 'EventDelivery',
  tableName: 'event_delivery',
  properties: {
    /** Rises in the order in which events are sent. */
    id: p.integer().primary().autoincrement(),
    addonId: p.integer().fieldName('addon_id'),
    eventId: p.integer().fieldName('event_id'),
    state: p.string().$type<DeliveryState>(),
    attempts: p.integer(),
    /** The HTTP status of the last answer; null where there was none. */
    status: p.integer().nullable(),
    /** Why the last attempt failed; null where it did not. */
    problem: p.string().nullable(),
    /** Which of its requests, counted from 0, have not arrived; null for all. */
    unsent: p.type(JsonText).$type<readonly number[]>().nullable(),
    /** When it came into the queue: the first time, or to be sent again. */
    queuedAt: p.type(Instant).$type<Date>().fieldName('queued_at'),
    finishedAt: p.type(Instant).$type<Date>().fieldName('finished_at').nullable(),
  },
});

/** One event on its way to one receiver, and what became of it. */
export class EventDelivery extends eventDeliveryEntity.class {}
eventDeliveryEntity.setClass(EventDelivery);
