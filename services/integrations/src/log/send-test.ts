import { Failure } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockAddon } from '../addon/addon.ts';
import { addonParams } from '../addon/addon.schema.ts';
import { exampleEvent } from '../provider/example-event.ts';
import { countWaiting } from '../queue/delivery-queue.ts';
import { EventDelivery, StoredEvent } from '../tables/delivery.ts';
import { maxWaiting } from '../queue/on-every-event.ts';

export const sendTestRoute = route(
  {
    method: 'post',
    path: '/api/admin/addons/:id/test',
    summary: 'Send a test event to the receiver of an add-on, whatever its filter; the delivery log shows the result',
    permission: 'UPDATE_ADDON',
    params: addonParams,
    answers: { 202: empty },
    failures: ['BadDataError', 'NotFoundError'],
    events: { none: 'because the test event is sent to the receiver only' },
  },
  ({ params: { id } }, context) => sendTest(context, id),
);

/** Queues an event about a feature that does not exist, behind the waiting ones. */
async function sendTest(context: Context, id: number): Promise<void> {
  const { em, now } = context;
  const addon = await lockAddon(context, id);
  if (!addon.enabled) throw new Failure('BadDataError', 'The add-on is disabled, so it sends nothing. Enable it first.');
  const waiting = await countWaiting(em, id, 1, now());
  if (waiting !== null && waiting > maxWaiting)
    throw new Failure('BadDataError', `${maxWaiting} events are already waiting for this add-on.`);
  const stored = em.create(StoredEvent, { messageId: context.id(), body: exampleEvent(context), storedAt: now() });
  await em.flush();
  em.create(EventDelivery, {
    addonId: id,
    eventId: stored.id,
    attempts: 0,
    status: null,
    problem: null,
    state: 'waiting',
    queuedAt: now(),
    finishedAt: null,
  });
}
