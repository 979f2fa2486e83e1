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
 * Reads a shared queue: effect and inbox row commit together, then the message is acknowledged. A message whose
 * handler fails three times becomes a dead letter in the store and the queue goes on; a database that is away is waited for.
 */
export function consumeShared(runtime: StoredRuntime, consumer: EventConsumer, subscription: Subscription): Promise<Consumer> {
  const handle = watchLag(runtime, consumer.queue, (messages) => handleBatch(runtime, consumer, messages));
  return runtime.bus.subscribe(subscription, async (messages) => {
    await handle(messages);
    runtime.instrument.step?.('before ack', runtime.service.name);
  });
}

async function handleBatch(runtime: StoredRuntime, consumer: EventConsumer, messages: readonly Message[]): Promise<void> {
  const { tracer, settings } = runtime;
  const work = { operation: 'process', kind: 'consumer', destination: consumer.queue, system: busSystemOf(settings) } as const;
  const together = () => handleTraced(tracer, work, messages, () => attempt(runtime, consumer, messages));
  if (messages.length > 1 && (await succeeds(runtime, together()))) return;
  for (const message of messages) await handleTraced(tracer, work, [message], () => handleOne(runtime, consumer, message));
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

/** A failure while the process stops is nobody's fault: it is thrown, and the messages are given back. */
const succeeds = (runtime: StoredRuntime, attempted: Promise<void>): Promise<boolean> =>
  attempted.then(
    () => true,
    (error: unknown) => {
      if (runtime.stop.aborted) throw error;
      return false;
    },
  );

/** Leaves it to a consumer that keeps what it cannot handle; false if there is none, or if it cannot do that either. */
async function keep(runtime: StoredRuntime, consumer: EventConsumer, message: Message, reason: string): Promise<boolean> {
  const { keepUnreadable } = consumer;
  if (!keepUnreadable) return false;
  const unreadable: EventConsumer = { ...consumer, handle: (_envelope, context, raw) => keepUnreadable(raw, reason, context) };
  return succeeds(runtime, attempt(runtime, unreadable, [message]));
}

/** Makes a dead letter of it. */
async function bury(runtime: StoredRuntime, message: Message, reason: string): Promise<void> {
  runtime.log.error({ message: message.id, key: message.key, reason }, 'a message becomes a dead letter');
  runtime.tracer?.active?.note('dead letter');
  await whileAvailable(runtime.stop, () =>
    runUnitOfWork(runtime, { actor: system, ifMatch: null }, async (context) => {
      if ((await alreadyHandled(context.em, [message.id])).size > 0) return;
      await writeDeadLetter(context.em, message, reason, context.now());
    }),
  );
  runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'dead letter' });
}

/** Has the messages take effect, or rejects. A database that is away is no reason to: it is waited for. */
async function attempt(runtime: StoredRuntime, consumer: EventConsumer, messages: readonly Message[]): Promise<void> {
  try {
    const { result: fresh } = await whileAvailable(runtime.stop, () =>
      runUnitOfWork(runtime, { actor: system, ifMatch: null }, async (context) => {
        const count = await takeEffect(consumer, messages, context);
        runtime.instrument.step?.('after handling', runtime.service.name);
        return count;
      }),
    );
    // Counted when it is committed: a unit of work may run several times, and fail in the end.
    runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'done' }, fresh);
    runtime.metrics.handled.inc({ service: runtime.service.name, outcome: 'repeated' }, messages.length - fresh);
  } catch (error) {
    if (!runtime.stop.aborted) runtime.log.warn({ err: error, service: runtime.service.name }, 'handling messages failed');
    throw error;
  }
}

/** Answers how many of the messages had not taken effect before. */
async function takeEffect(consumer: EventConsumer, messages: readonly Message[], context: Context): Promise<number> {
  const known = await alreadyHandled(
    context.em,
    messages.map((message) => message.id),
  );
  const fresh = messages.filter(
    (message, index) => !known.has(message.id) && messages.findIndex((other) => other.id === message.id) === index,
  );
  if (fresh.length > 0) await handleMessages(consumer, fresh, context);
  await markHandled(
    context.em,
    fresh.map((message) => message.id),
    context.now(),
  );
  return fresh.length;
}

/** Has the consumer handle messages of one unit of work, readable or not. Throws for what it cannot handle. */
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

/** Repeats `work` for as long as the database is away or others win every race: neither is the message's fault. */
const whileAvailable = <T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> =>
  retry(work, {
    waitMs: (attempt) => Math.min(100 * attempt, 2000),
    again: (error) => ['unavailable', 'conflict'].includes(faultOf(error)),
    stop,
  });
