import type { Cipher } from '@signalbox/cipher';
import type { Context } from '@signalbox/kit';
import { Addon } from '../addon/addon.ts';
import { readParameters } from '../addon/addon-parameters.ts';
import { signingSecrets } from '../addon/signature.ts';
import { findProvider } from '../provider/providers.ts';
import { countFinished, type QueueLease, renewLease, rest } from '../queue/delivery-queue.ts';
import { EventDelivery, StoredEvent } from '../queue/event-delivery.ts';
import type { Outcome, Shipment } from './attempt.ts';
import { nextAttempt } from './backoff.ts';

const maxProblemCharacters = 500;

/** An attempt that was made. */
export interface Attempted {
  readonly shipment: Shipment;
  readonly outcome: Outcome;
}

/** What a turn needs of the process. */
export interface TurnParts {
  readonly cipher: Cipher;
  readonly random: () => number;
  /** How long a process has a queue alone after each step: longer than an attempt and the difference of two clocks. */
  readonly leaseMs: number;
}

/** What is done with the queue from here on, and what has become of the event that was sent. */
export interface Turn {
  /** What is to be sent next; null where nothing is at the moment, or where it is no longer this process that sends. */
  readonly next: Shipment | null;
  readonly result: 'delivered' | 'retried' | 'failed' | null;
}

/** Writes down what became of the last attempt and finds what is next, in one unit of work. */
export async function takeTurn(
  unit: Context,
  lease: QueueLease,
  attempted: Attempted | null,
  { cipher, random, leaseMs }: TurnParts,
): Promise<Turn> {
  if (!(await renewLease(unit.em, lease, unit.now(), leaseMs))) return { next: null, result: null };
  const result = attempted && (await writeDown(unit, lease, attempted, random()));
  if (result === 'retried') return { next: null, result };
  return { next: await findNext(unit, lease, cipher), result };
}

async function writeDown(unit: Context, { addonId }: QueueLease, { shipment, outcome }: Attempted, random: number) {
  const { em } = unit;
  const delivery = await em.findOneOrFail(EventDelivery, { id: shipment.deliveryId });
  const { problem, status, unsent } = outcome;
  Object.assign(delivery, {
    attempts: shipment.attempt,
    status,
    unsent,
    problem: problem?.slice(0, maxProblemCharacters).toWellFormed() ?? null,
  });
  const again = problem === null ? null : nextAttempt({ ...shipment, ...outcome }, unit.now(), random);
  if (again) {
    await rest(em, addonId, again);
    return 'retried';
  }
  Object.assign(delivery, { state: problem === null ? 'success' : 'failed', finishedAt: unit.now() });
  await countFinished(em, addonId, unit.now());
  await em.flush();
  return problem === null ? 'delivered' : 'failed';
}

/** The first event that waits, unless the add-on is disabled. */
async function findNext({ em, now }: Context, { addonId }: QueueLease, cipher: Cipher): Promise<Shipment | null> {
  const addon = await em.findOne(Addon, { id: addonId });
  if (!addon?.enabled) return null;
  const [delivery] = await em.find(EventDelivery, { addonId, state: 'waiting' }, { orderBy: { id: 'asc' }, limit: 1 });
  if (!delivery) return null;
  const { id, messageId, body } = await em.findOneOrFail(StoredEvent, { id: delivery.eventId });
  return {
    deliveryId: delivery.id,
    attempt: delivery.attempts + 1,
    queuedAt: delivery.queuedAt,
    unsent: delivery.unsent ?? null,
    messageId,
    event: { id, ...body },
    provider: findProvider(addon.provider),
    parameters: readParameters(addon, cipher).values,
    secrets: signingSecrets(addon, cipher, now()),
  };
}
