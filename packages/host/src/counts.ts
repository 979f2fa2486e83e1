import { randomUUIDv7 } from 'node:crypto';
import type { Bus } from '@signalbox/bus';
import { exchanges, system } from '@signalbox/contracts';
import { chunksOf, type CountConsumer } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { noRequest, type OpenContexts } from './contexts.ts';

const flushMs = 1000;
const largestMessageItems = 500;
const largestBacklog = 100_000;

/** Sends counts to the bus in bulk once a second. What a crash or a long absence of the bus loses is bounded by both. */
export function openCounts(bus: Bus, service: string, log: Logger) {
  let pending: unknown[] = [];
  let lost = 0;
  const flush = async () => {
    const batch = pending;
    if (batch.length === 0 || !bus.connected) return;
    pending = [];
    const messages = [...chunksOf(batch, largestMessageItems)].map((items) => ({
      id: randomUUIDv7(),
      exchange: exchanges.usage,
      key: `${service}.usage`,
      body: JSON.stringify(items),
    }));
    try {
      await bus.publish(messages);
    } catch (error) {
      log.warn({ err: error, items: batch.length }, 'usage counts could not be sent and are lost');
    }
  };
  const timer = setInterval(() => void flush(), flushMs);
  return {
    count(body: unknown) {
      if (pending.length < largestBacklog) {
        pending.push(body);
        return;
      }
      lost += 1;
      if (lost % largestBacklog === 1) log.warn({ lost }, 'the bus is away for long: usage counts are being lost');
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const rememberedMessages = 10_000;

/**
 * Takes counts in: whatever fails is dropped, and a message that came before is left out, because either would count
 * twice. What came before is remembered in memory: of what another process left behind, some may count twice.
 */
export function consumeCounts(
  bus: Bus,
  consumer: CountConsumer,
  contexts: OpenContexts,
  subscription: Parameters<Bus['subscribe']>[0],
  log: Logger,
) {
  const seen = new LRUCache<string, true>({ max: rememberedMessages });
  const isFresh = ({ id }: { readonly id: string }): boolean => {
    if (seen.has(id)) return false;
    seen.set(id, true);
    return true;
  };
  return bus.subscribe(subscription, async (messages) => {
    try {
      const bodies = messages.filter(isFresh).flatMap((message) => JSON.parse(message.body) as unknown[]);
      await consumer.take(bodies, contexts.open(system, noRequest));
    } catch (error) {
      log.warn({ err: error }, 'usage counts could not be taken in and are lost');
    }
  });
}
