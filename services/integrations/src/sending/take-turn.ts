import type { Cipher } from '@signalbox/cipher';
import type { Context } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { readParameters } from '../addon/addon-parameters.ts';
import { mayStillSend } from '../addon/owner.ts';
import { signingSecrets } from '../addon/signature.ts';
import { findProvider } from '../provider/providers.ts';
import { countFinished, DeliveryQueue, postpone } from '../queue/delivery-queue.ts';
import { EventDelivery, StoredEvent } from '../tables/delivery.ts';
import type { Outcome, Shipment } from './attempt.ts';
import { nextAttempt } from './backoff.ts';

const maxProblemCharacters = 500;

export interface Attempted {
  readonly shipment: Shipment;
  readonly outcome: Outcome;
}

export interface TurnParts {
  readonly cipher: Cipher;
  readonly random: () => number;
}

export interface Turn {
  /** The event to send next, if any. */
  readonly next: Shipment | null;
  readonly result: 'delivered' | 'retried' | 'failed' | null;
}

/** Records the outcome of the last attempt and finds the next event, in one unit of work. */
export async function takeTurn(unit: Context, addonId: number, attempted: Attempted | null, { cipher, random }: TurnParts): Promise<Turn> {
  const result = attempted && (await recordOutcome(unit, addonId, attempted, random()));
  if (result === 'retried') return { next: null, result };
  return { next: await findNext(unit, addonId, cipher), result };
}

/** Returns null if the delivery was deleted in the meantime with its add-on. */
async function recordOutcome(unit: Context, addonId: number, { shipment, outcome }: Attempted, random: number) {
  const { em } = unit;
  const delivery = await em.findOne(EventDelivery, { id: shipment.deliveryId });
  if (!delivery) return null;
  const { problem, status, unsent } = outcome;
  Object.assign(delivery, {
    attempts: shipment.attempt,
    status,
    unsent,
    problem: problem?.slice(0, maxProblemCharacters).toWellFormed() ?? null,
  });
  const again = problem === null ? null : nextAttempt({ ...shipment, ...outcome }, unit.now(), random);
  if (again) {
    await postpone(em, addonId, again);
    return 'retried';
  }
  Object.assign(delivery, { state: problem === null ? 'success' : 'failed', finishedAt: unit.now() });
  await countFinished(em, addonId, unit.now());
  await em.flush();
  return problem === null ? 'delivered' : 'failed';
}

/** The first waiting event, if it is due and the add-on is enabled. Another process may have sent events since the queue was found. */
async function findNext(context: Context, addonId: number, cipher: Cipher): Promise<Shipment | null> {
  const { em, now } = context;
  const addon = await em.findOne(Addon, { id: addonId });
  if (!addon?.enabled || !(await em.findOne(DeliveryQueue, { addonId, dueAt: { $lte: now() } }))) return null;
  const [delivery] = await em.find(EventDelivery, { addonId, state: 'waiting' }, { orderBy: { id: 'asc' }, limit: 1 });
  if (!delivery) return null;
  const { id, messageId, body } = await em.findOneOrFail(StoredEvent, { id: delivery.eventId });
  return {
    deliveryId: delivery.id,
    attempt: delivery.attempts + 1,
    queuedAt: delivery.queuedAt,
    allowed: mayStillSend(context, addon, body),
    unsent: delivery.unsent ?? null,
    messageId,
    event: { id, ...body },
    provider: findProvider(addon.provider),
    parameters: readParameters(addon, cipher).values,
    secrets: signingSecrets(addon, cipher, now()),
  };
}
