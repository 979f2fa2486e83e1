import { Envelope, system, validator } from '@signalbox/contracts';
import type { Consumer, Message, Subscription } from '@signalbox/bus';
import type { Context, EventConsumer } from '@signalbox/kit';
import { alreadyHandled, faultOf, markHandled, writeDeadLetter } from '@signalbox/store';
import { retry } from '@signalbox/timing';
import type { StoredRuntime } from '../runtime/runtime.ts';
import { busSystemOf, handleTraced } from './trace-messages.ts';
import { runUnitOfWork } from '../runtime/unit-of-work.ts';
import { watchLag } from './watch-lag.ts';

const attemptsPerMessage = 3;
const isEnvelope = validator(Envelope);

/**
 * Consumes a shared queue. Effect and inbox row commit together, then the message is acknowledged. When a handler fails three times, its
 * message becomes a dead letter in the store, and the queue continues. An unavailable database is awaited.
 */
export function consumeShared(runtime: StoredRuntime, consumer: EventConsumer, subscription: Subscription): Promise<Consumer> {
  const handle = watchLag(runtime, consumer.queue, (messages) => handleBatch(runtime, consumer, messages));
  return runtime.bus.subscribe(subscription, async (messages) => {
    await handle(messages);
    runtime.instrument.step?.('before ack', runtime.service.name);
  });
}

async function handleBatch(runtime: StoredRuntime, consumer: EventConsumer, received: readonly Message[]): Promise<void> {
  const { tracer, settings } = runtime;
  const messages = await withoutIgnored(runtime, consumer, received);
  if (messages.length === 0) return;
  const work = { operation: 'process', kind: 'consumer', destination: consumer.queue, system: busSystemOf(settings) } as const;
  const together = () => handleTraced(tracer, work, messages, () => attempt(runtime, consumer, messages));
  if (messages.length > 1 && (await succeeds(runtime, together()))) return;
  for (const message of messages) await handleTraced(tracer, work, [message], () => handleOne(runtime, consumer, message));
}

/** Removes the messages that have no effect. Unreadable ones remain. */
async function withoutIgnored(runtime: StoredRuntime, consumer: EventConsumer, messages: readonly Message[]): Promise<readonly Message[]> {
  const { service, store, stop, metrics } = runtime;
  const { ignores } = consumer;
  if (!ignores) return messages;
  const read = messages.map((message) => ({ message, envelope: readEnvelope(message) }));
  const batch = read.flatMap(({ envelope }) => (typeof envelope === 'string' ? [] : [envelope]));
  const isIgnored = await whileAvailable(stop, () => ignores(store.reader(), batch));
  const left = read.flatMap(({ message, envelope }) => (typeof envelope === 'string' || !isIgnored(envelope) ? [message] : []));
  metrics.handled.inc({ service: service.name, outcome: 'done' }, messages.length - left.length);
  return left;
}

async function handleOne(runtime: StoredRuntime, consumer: EventConsumer, message: Message): Promise<void> {
  const { stop } = runtime;
  try {
    const again = (_error: unknown, count: number) => count < attemptsPerMessage;
    await retry(() => attempt(runtime, consumer, [message]), { waitMs: (count) => 50 * count, again, stop });
  } catch (error) {
    if (stop.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (!(await keep(runtime, consumer, message, reason))) await bury(runtime, message, reason);
  }
}

/** Returns false if the attempt failed. Rethrows errors while the process stops, so that the messages are returned to the queue. */
const succeeds = (runtime: StoredRuntime, attempted: Promise<void>): Promise<boolean> =>
  attempted.then(
    () => true,
    (error: unknown) => {
      if (runtime.stop.aborted) throw error;
      return false;
    },
  );

/** Passes the message to `keepUnreadable`. Returns false without one, or if that fails too. */
async function keep(runtime: StoredRuntime, consumer: EventConsumer, message: Message, reason: string): Promise<boolean> {
  const { keepUnreadable } = consumer;
  if (!keepUnreadable) return false;
  const unreadable: EventConsumer = { ...consumer, handle: (_envelope, context, raw) => keepUnreadable(raw, reason, context) };
  return succeeds(runtime, attempt(runtime, unreadable, [message]));
}

/** Stores the message as a dead letter. */
async function bury(runtime: StoredRuntime, message: Message, reason: string): Promise<void> {
  runtime.log.error({ message: message.id, key: message.key, reason }, 'message stored as a dead letter');
  runtime.tracer?.active?.note('dead letter');
  await whileAvailable(runtime.stop, () =>
    runUnitOfWork(runtime, { actor: system, ifMatch: null }, async (context) => {
      if ((await alreadyHandled(context.em, [message.id])).size > 0) return;
      await writeDeadLetter(context.em, message, reason, context.now());
    }),
  );
  runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'dead letter' });
}

/** Applies the messages, or rejects. Waits while the database is unavailable. */
async function attempt(runtime: StoredRuntime, consumer: EventConsumer, messages: readonly Message[]): Promise<void> {
  try {
    const { result: fresh } = await whileAvailable(runtime.stop, () =>
      runUnitOfWork(runtime, { actor: system, ifMatch: null }, async (context) => {
        const count = await takeEffect(consumer, messages, context);
        runtime.instrument.step?.('after handling', runtime.service.name);
        return count;
      }),
    );
    // Counted after the commit, because a unit of work may run several times and still fail.
    runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'done' }, fresh);
    runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'repeated' }, messages.length - fresh);
  } catch (error) {
    if (!runtime.stop.aborted) runtime.log.warn({ err: error, service: runtime.service.name }, 'could not handle messages');
    throw error;
  }
}

const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

/** Returns the number of messages that had no effect before. Without an inbox, that is all of them. */
async function takeEffect(consumer: EventConsumer, messages: readonly Message[], context: Context): Promise<number> {
  const { em } = context;
  const distinct = [...new Map(messages.map((message) => [message.id, message])).values()];
  if (consumer.recognizesRepetitions) {
    await handleMessages(consumer, distinct, context);
    return distinct.length;
  }
  const known = await alreadyHandled(em, idsOf(messages));
  const fresh = distinct.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) await handleMessages(consumer, fresh, context);
  await markHandled(em, idsOf(fresh), context.now());
  return fresh.length;
}

/** Passes messages to the consumer within one unit of work. Throws for messages that it cannot handle. */
export async function handleMessages(consumer: EventConsumer, messages: readonly Message[], context: Context): Promise<void> {
  for (const message of messages) await handleMessage(consumer, message, context);
  await consumer.finish?.(context);
}

async function handleMessage(consumer: EventConsumer, message: Message, context: Context): Promise<void> {
  const envelope = readEnvelope(message);
  if (typeof envelope !== 'string') return consumer.handle(envelope, context, message);
  if (!consumer.keepUnreadable) throw new Error(envelope);
  await consumer.keepUnreadable(message, envelope, context);
}

function readEnvelope(message: Message): Envelope | string {
  try {
    const parsed: unknown = JSON.parse(message.body);
    return isEnvelope(parsed) ? parsed : `not an event of this product: ${isEnvelope.problemsOf(parsed)[0]?.instancePath ?? ''}`;
  } catch {
    return 'not JSON';
  }
}

/** Repeats `work` while the database is unavailable or the transaction loses races, since the message causes neither. */
const whileAvailable = <T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> =>
  retry(work, {
    waitMs: (attempt) => Math.min(100 * attempt, 2000),
    again: (error) => ['unavailable', 'conflict'].includes(faultOf(error)),
    stop,
  });
