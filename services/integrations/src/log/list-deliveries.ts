import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findAddon } from '../addon/addon.ts';
import { addonParams } from '../addon/addon.schema.ts';
import { EventDelivery, StoredEvent } from '../tables/delivery.ts';
import { DeliveryShape, serializeDelivery, State } from './delivery.schema.ts';

export const listDeliveriesRoute = route(
  {
    method: 'get',
    path: '/api/admin/addons/:id/events',
    summary: 'List the deliveries of an add-on, newest first: sent, waiting and failed',
    permission: 'ADMIN',
    params: addonParams,
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
      state: Type.Optional(State),
    }),
    answers: { 200: Type.Object({ integrationEvents: Type.Array(DeliveryShape) }) },
    failures: ['NotFoundError'],
  },
  async ({ params, query: { limit = 50, offset = 0, state } }, context) => {
    const { id: addonId } = await findAddon(context, params.id);
    const order = { orderBy: { id: 'desc' }, limit, offset } as const;
    const deliveries = await context.em.find(EventDelivery, { addonId, ...(state && { state }) }, order);
    const stored = await context.em.find(StoredEvent, { id: { $in: deliveries.map(({ eventId }) => eventId) } });
    const events = new Map(stored.map((event) => [event.id, event]));
    return {
      integrationEvents: deliveries.flatMap((delivery) => {
        const event = events.get(delivery.eventId);
        return event ? [serializeDelivery(delivery, event)] : [];
      }),
    };
  },
);
