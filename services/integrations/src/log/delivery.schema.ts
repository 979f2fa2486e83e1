import { DateTime, EventBody, nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { addonParams } from '../addon/addon.schema.ts';
import type { EventDelivery, StoredEvent } from '../tables/delivery.ts';

export const deliveryParams = Type.Object({ ...addonParams.properties, eventId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });

export const State = Type.Enum(['waiting', 'success', 'failed'], {
  description: '`failed`: all attempts failed; the event stays until it is replayed.',
});

/** A delivery of an event to one receiver, in the terms of the reference (integration events). */
export const DeliveryShape = Type.Object({
  id: Type.String(),
  integrationId: Type.Integer(),
  createdAt: DateTime,
  state: State,
  stateDetails: Type.String({ description: 'Reason for the last failed attempt; empty if the last attempt succeeded.' }),
  event: Type.Object({ id: Type.Integer(), ...EventBody.properties }),
  details: Type.Object({
    messageId: Type.String({ description: 'The `webhook-id` header, which is the id of the event on the bus.' }),
    attempts: Type.Integer(),
    status: nullable(Type.Integer({ description: 'The HTTP status of the last response.' })),
    finishedAt: nullable(DateTime),
  }),
});

export function serializeDelivery(delivery: EventDelivery, { id: eventId, messageId, body }: StoredEvent): Static<typeof DeliveryShape> {
  const { id, addonId, queuedAt, state, problem, attempts, status, finishedAt } = delivery;
  return {
    id: String(id),
    integrationId: addonId,
    createdAt: queuedAt.toISOString(),
    state,
    stateDetails: problem ?? '',
    event: { id: eventId, ...body },
    details: { messageId, attempts, status: status ?? null, finishedAt: finishedAt?.toISOString() ?? null },
  };
}
