import { Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockAddon } from '../addon/addon.ts';
import { mayStillSend } from '../addon/owner.ts';
import { addonParams } from '../addon/addon.schema.ts';
import { countWaiting } from '../queue/delivery-queue.ts';
import { tablesOf } from '../tables/tables.ts';
import { EventDelivery, StoredEvent } from '../tables/delivery.ts';
import { maxWaiting } from '../queue/on-every-event.ts';
import { deliveryParams } from './delivery.schema.ts';

const noEvents = { none: 'because a replay only resends events' };

export const replayDeliveryRoute = route(
  {
    method: 'post',
    path: '/api/admin/addons/:id/events/:eventId/replay',
    summary: 'Resend one event, ahead of newer ones',
    permission: 'UPDATE_ADDON',
    params: deliveryParams,
    answers: { 202: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: noEvents,
  },
  async ({ params: { id, eventId } }, context) => {
    const addon = await lockAddon(context, id);
    const delivery = await context.em.findOne(EventDelivery, { id: eventId, addonId: id });
    if (!delivery) throw new Failure('NotFoundError', `There is no event ${eventId} of add-on ${id}.`);
    const { body } = await context.em.findOneOrFail(StoredEvent, { id: delivery.eventId });
    if (!mayStillSend(context, addon, body))
      throw new Failure('BadDataError', 'The filter of the add-on excludes this event, or its owner cannot see the project.');
    if (delivery.state === 'waiting') return;
    Object.assign(delivery, { ...again, queuedAt: context.now(), finishedAt: null });
    await context.em.flush();
    await queue(context, id, 1);
  },
);

export const replayFailedRoute = route(
  {
    method: 'post',
    path: '/api/admin/addons/:id/events/replay',
    summary: 'Resend all failed events from the given one on, in order',
    permission: 'UPDATE_ADDON',
    params: addonParams,
    body: Type.Object({ from: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, default: 1 })) }),
    answers: { 202: Type.Object({ replayed: Type.Integer() }) },
    failures: ['BadDataError', 'NotFoundError'],
    events: noEvents,
  },
  async ({ params: { id }, body: { from = 1 } }, context) => {
    await lockAddon(context, id);
    const { numUpdatedRows } = await tablesOf(context.em)
      .updateTable('event_delivery')
      .set({ ...again, queued_at: context.now().getTime(), finished_at: null })
      .where('addon_id', '=', id)
      .where('state', '=', 'failed')
      .where('id', '>=', from)
      .executeTakeFirstOrThrow();
    const replayed = Number(numUpdatedRows);
    if (replayed > 0) await queue(context, id, replayed);
    return { replayed };
  },
);

const again = { state: 'waiting', attempts: 0 } as const;

async function queue({ em, now }: Context, addonId: number, count: number): Promise<void> {
  const waiting = await countWaiting(em, addonId, count, now());
  if (waiting !== null && waiting > maxWaiting)
    throw new Failure(
      'BadDataError',
      `More than ${maxWaiting} events would wait for this add-on. Replay fewer by starting at a later one.`,
      {
        path: 'from',
      },
    );
}
