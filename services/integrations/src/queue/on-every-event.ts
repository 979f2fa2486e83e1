import { type Envelope, withoutDraft } from '@signalbox/contracts';
import { consumer, type Context, type EntityManager, slot } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { concernsOwners, followOwners } from '../addon/follow-owners.ts';
import { maySend } from '../addon/owner.ts';
import { countWaiting } from './delivery-queue.ts';
import { type DeliveryState, EventDelivery, StoredEvent } from '../tables/delivery.ts';
import { tablesOf } from '../tables/tables.ts';

/** Maximum number of waiting events per receiver. Further ones become dead letters at once. */
export const maxWaiting = 10_000;

/**
 * Queues the event for each matching receiver, in the transaction of the inbox, so that it is neither lost nor queued twice.
 * One process at a time reads the service's queue, in order, so ids of deliveries follow the order of events.
 */
export const onEveryEvent = consumer({ queue: 'integrations', ignores, handle: queueEvent });

/** Without receivers, only changes to owners have an effect. */
async function ignores(em: EntityManager): Promise<(envelope: Envelope) => boolean> {
  const receiver = await tablesOf(em).selectFrom('addon').where('enabled', '=', 1).select('id').limit(1).executeTakeFirst();
  return ({ data: { type } }) => !receiver && !concernsOwners(type);
}

async function queueEvent(envelope: Envelope, context: Context): Promise<void> {
  const { em, now } = context;
  const receivers = (await context.slot(enabledAddons)).filter((addon) => maySend(context, addon, envelope.data));
  await followOwners(context, envelope.data);
  if (receivers.length === 0) return;
  const { data, preData } = envelope.data;
  const body = { ...envelope.data, data: withoutDraft(data), preData: withoutDraft(preData) };
  const stored = em.create(StoredEvent, { messageId: envelope.id, body, storedAt: now() });
  await em.flush(); // assigns the id that deliveries refer to
  for (const { id: addonId } of receivers) {
    const waiting = await countWaiting(em, addonId, 1, now());
    if (waiting === null) continue;
    em.create(EventDelivery, { addonId, eventId: stored.id, attempts: 0, status: null, queuedAt: now(), ...beginning(waiting, now()) });
    if (waiting > maxWaiting) await countWaiting(em, addonId, -1, now());
  }
  await em.flush();
}

/** Cached per unit of work, however many events it queues. */
const enabledAddons = slot(({ em }: Context) => em.find(Addon, { enabled: true }, { orderBy: { id: 'asc' } }));

const beginning = (waiting: number, now: Date): { state: DeliveryState; problem: string | null; finishedAt: Date | null } =>
  waiting <= maxWaiting
    ? { state: 'waiting', problem: null, finishedAt: null }
    : { state: 'failed', problem: `${maxWaiting} events are already waiting`, finishedAt: now };
