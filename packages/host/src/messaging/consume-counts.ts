import type { Consumer, Subscription } from '@signalbox/bus';
import { system } from '@signalbox/contracts';
import type { CountConsumer } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';
import { openContext } from '../runtime/contexts.ts';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { watchLag } from './watch-lag.ts';

const rememberedMessages = 10_000;

/**
 * Consumes counts. It drops messages that fail or repeat, because either would be counted twice. Earlier messages are remembered only in
 * memory, so some that another process left unacknowledged may count twice.
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
  const handle = watchLag(runtime, consumer.queue, async (messages) => {
    try {
      const bodies = messages.filter(isFresh).flatMap((message) => JSON.parse(message.body) as unknown[]);
      await consumer.take(bodies, openContext(runtime, system, { state }));
    } catch (error) {
      runtime.log.warn({ err: error }, 'usage counts could not be processed and are lost');
    }
  });
  return runtime.bus.subscribe(subscription, handle);
}
