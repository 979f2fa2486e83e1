import { type Envelope, serviceAccountDeleted, userDeleted, withoutDraft } from '@signalbox/contracts';
import { consumer, type Context, slot } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { passes } from '../addon/event-filter.ts';
import { disableAddonsOf, maySend } from '../addon/owner.ts';
import { countWaiting } from './delivery-queue.ts';
import type { DeliveryState } from '../tables/delivery.ts';
import { EventDelivery, StoredEvent } from './event-delivery.ts';

/** At most so many events wait for one receiver. Further ones are dead letters from the beginning. */
export const maxWaiting = 10_000;

/**
 * Queues the event for each receiver that asked for its kind, in the transaction of the inbox: neither lost nor queued twice. The queue
 * of the service is read by one process at a time, in order, so rows of deliveries rise in the order of events.
 */
export const onEveryEvent = consumer({ queue: 'integrations', handle: queueEvent });

async function queueEvent(envelope: Envelope, context: Context): Promise<void> {
  const { em, now } = context;
  const receivers = (await context.slot(enabledAddons)).filter(
    (addon) => passes(addon, envelope.data) && maySend(context, addon, envelope.data.project),
  );
  await followAccounts(envelope.data, context);
  if (receivers.length === 0) return;
  const { data, preData } = envelope.data;
  const body = { ...envelope.data, data: withoutDraft(data), preData: withoutDraft(preData) };
  const stored = em.create(StoredEvent, { messageId: envelope.id, body, storedAt: now() });
  await em.flush(); // The database gives the id that deliveries refer to.
  for (const { id: addonId } of receivers) {
    const waiting = await countWaiting(em, addonId, 1, now());
    if (waiting === null) continue;
    em.create(EventDelivery, { addonId, eventId: stored.id, attempts: 0, status: null, queuedAt: now(), ...beginning(waiting, now()) });
    if (waiting > maxWaiting) await countWaiting(em, addonId, -1, now());
  }
  await em.flush();
}

const accounts = new Map([
  [userDeleted.type, 'user'],
  [serviceAccountDeleted.type, 'service-account'],
] as const);

async function followAccounts({ type, preData }: Envelope['data'], context: Context): Promise<void> {
  const kind = accounts.get(type);
  if (kind) await disableAddonsOf(context, kind, (preData as { readonly id: number }).id);
}

/** Read once per unit of work, however many events it queues. */
const enabledAddons = slot(({ em }: Context) => em.find(Addon, { enabled: true }, { orderBy: { id: 'asc' } }));

const beginning = (waiting: number, now: Date): { state: DeliveryState; problem: string | null; finishedAt: Date | null } =>
  waiting <= maxWaiting
    ? { state: 'waiting', problem: null, finishedAt: null }
    : { state: 'failed', problem: `${maxWaiting} events are already waiting`, finishedAt: now };
