import { Envelope, system } from '@signalbox/contracts';
import type { Bus, Consumer, Message, Subscription } from '@signalbox/bus';
import type { Context, EventConsumer } from '@signalbox/kit';
import { alreadyHandled, faultOf, markHandled, writeDeadLetter } from '@signalbox/store';
import { pause } from '@signalbox/timing';
import type { Running } from '../runtime/runtime.ts';
import { runUnitOfWork } from '../runtime/unit-of-work.ts';
import { compile } from '../validation/validation.ts';

const attemptsPerMessage = 3;
const isEnvelope = compile(Envelope);

/**
 * Reads a shared queue: effect and inbox row commit together, then the message is acknowledged. A message whose
 * handler fails three times is set aside in the store and the queue goes on; a database that is away is waited for.
 */
export function consumeShared(
  running: Running,
  bus: Bus,
  consumer: EventConsumer,
  subscription: Subscription,
  stop: AbortSignal,
): Promise<Consumer> {
  return bus.subscribe(subscription, async (messages) => {
    await handleBatch(running, consumer, messages, stop);
    running.surroundings.pass('before ack', running.service.name);
  });
}

async function handleBatch(running: Running, consumer: EventConsumer, messages: readonly Message[], stop: AbortSignal): Promise<void> {
  if (messages.length > 1) {
    const done = await attempt(running, consumer, messages, stop);
    if (done === true) return;
  }
  for (const message of messages) await handleOne(running, consumer, message, stop);
}

async function handleOne(running: Running, consumer: EventConsumer, message: Message, stop: AbortSignal): Promise<void> {
  let reason = '';
  for (let count = 1; count <= attemptsPerMessage; count += 1) {
    const done = await attempt(running, consumer, [message], stop);
    if (done === true) return;
    reason = done;
    await pause(50 * count, stop);
  }
  if (!(await keep(running, consumer, message, reason, stop))) await putAside(running, message, reason, stop);
}

/** Leaves it to a consumer that keeps what it cannot handle; false if there is none, or if it cannot do that either. */
async function keep(running: Running, consumer: EventConsumer, message: Message, reason: string, stop: AbortSignal): Promise<boolean> {
  const { keepUnreadable } = consumer;
  if (!keepUnreadable) return false;
  const unreadable: EventConsumer = { ...consumer, handle: (_envelope, context, raw) => keepUnreadable(raw, reason, context) };
  return (await attempt(running, unreadable, [message], stop)) === true;
}

async function putAside(running: Running, message: Message, reason: string, stop: AbortSignal): Promise<void> {
  running.log.error({ message: message.id, key: message.key, reason }, 'a message is set aside');
  running.metrics.handled.inc({ service: running.service.name, outcome: 'set aside' });
  await whileAvailable(stop, () =>
    runUnitOfWork(running, { actor: system, ifMatch: null }, async (context) => {
      if ((await alreadyHandled(context.em, [message.id])).size > 0) return;
      await writeDeadLetter(context.em, message, reason, context.now());
    }),
  );
}

/** True when the messages took effect, else why not. A database that is away is no reason: it is waited for. */
async function attempt(running: Running, consumer: EventConsumer, messages: readonly Message[], stop: AbortSignal): Promise<true | string> {
  try {
    await whileAvailable(stop, () =>
      runUnitOfWork(running, { actor: system, ifMatch: null }, (context) => takeEffect(running, consumer, messages, context)),
    );
    return true;
  } catch (error) {
    if (stop.aborted) throw error;
    running.log.warn({ err: error, service: running.service.name }, 'handling messages failed');
    return error instanceof Error ? error.message : String(error);
  }
}

async function takeEffect(running: Running, consumer: EventConsumer, messages: readonly Message[], context: Context): Promise<void> {
  const known = await alreadyHandled(
    context.em,
    messages.map((message) => message.id),
  );
  const fresh = messages.filter(
    (message, index) => !known.has(message.id) && messages.findIndex((other) => other.id === message.id) === index,
  );
  for (const message of fresh) await handleMessage(consumer, message, context);
  await markHandled(
    context.em,
    fresh.map((message) => message.id),
    context.now(),
  );
  running.metrics.handled.inc({ service: running.service.name, outcome: 'done' }, fresh.length);
  running.metrics.handled.inc({ service: running.service.name, outcome: 'repeated' }, messages.length - fresh.length);
}

/** Has the consumer handle a message, readable or not. Throws for what it cannot handle. */
export async function handleMessage(consumer: EventConsumer, message: Message, context: Context): Promise<void> {
  const envelope = readEnvelope(message);
  if (typeof envelope !== 'string') return consumer.handle(envelope, context, message);
  if (!consumer.keepUnreadable) throw new Error(envelope);
  await consumer.keepUnreadable(message, envelope, context);
}

function readEnvelope(message: Message): Envelope | string {
  try {
    const parsed: unknown = JSON.parse(message.body);
    return isEnvelope(parsed) ? parsed : `not an event of this product: ${isEnvelope.errors?.[0]?.instancePath ?? ''}`;
  } catch {
    return 'not JSON';
  }
}

/** Repeats `work` for as long as the database is away or others win every race: neither is the message's fault. */
async function whileAvailable<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await work();
    } catch (error) {
      const fault = faultOf(error);
      if (stop.aborted || (fault !== 'unavailable' && fault !== 'conflict')) throw error;
      await pause(Math.min(100 * count, 2000), stop);
    }
  }
}
