import type { Consumer, Message, Subscription } from '@signalbox/bus';
import { system } from '@signalbox/contracts';
import type { CountConsumer } from '@signalbox/kit';
import { retry } from '@signalbox/timing';
import { LRUCache } from 'lru-cache';
import { openContext } from '../runtime/contexts.ts';
import { isStored, type ServiceRuntime } from '../runtime/runtime.ts';
import { watchLag } from './watch-lag.ts';

const rememberedMessages = 10_000;
const pauseMs = 500;

/**
 * Consumes counts while the database of the service is available. It drops messages that fail or repeat, because either would be counted
 * twice. Earlier messages are remembered only in memory, so some that another process left unacknowledged may count twice.
 */
export function consumeCounts(
  runtime: ServiceRuntime,
  state: unknown,
  consumer: CountConsumer<never>,
  subscription: Subscription,
): Promise<Consumer> {
  const seen = new LRUCache<string, true>({ max: rememberedMessages });
  const isFresh = ({ id }: { readonly id: string }): boolean => {
    if (seen.has(id)) return false;
    seen.set(id, true);
    return true;
  };
  const lost = (error: unknown) => runtime.log.warn({ err: error }, 'usage counts could not be processed and are lost');
  const bodiesIn = ({ body }: Message): unknown[] => {
    try {
      return JSON.parse(body) as unknown[];
    } catch (error) {
      lost(error);
      return [];
    }
  };
  const handle = watchLag(runtime, consumer.queue, async (messages) => {
    if (isStored(runtime)) await retry(() => runtime.store.ping(), { waitMs: () => pauseMs, stop: runtime.stop });
    const bodies = messages.filter(isFresh).flatMap(bodiesIn);
    await consumer.take(bodies, openContext(runtime, system, { state })).catch(lost);
  });
  return runtime.bus.subscribe(subscription, handle);
}
