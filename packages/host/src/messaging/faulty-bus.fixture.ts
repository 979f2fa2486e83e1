import { type Bus, MemoryBroker, type Message, openBus, openMemoryBus, PublishFailure } from '@signalbox/bus';
import type { Settings } from '@signalbox/kit';

/** Fault for the next batches of a topic exchange. `failAfter`: confirms that many messages, then breaks. */
export interface BusFault {
  failAfter?: number;
  /** Delays confirms until this settles. */
  until?: Promise<void>;
}

/** A real bus with injectable publishing faults, which records published batches. */
export interface FaultyBus extends Bus {
  readonly batches: readonly (readonly Message[])[];
  /** Injects a fault from now on; `null` ends it. Heartbeats are not affected. */
  inject(fault: BusFault | null): void;
}

/** Opens buses of one app. They share a broker in the process, or the exchanges of the prefix. */
export function busesOf(settings: Settings): () => Promise<FaultyBus> {
  const broker = new MemoryBroker();
  return async () =>
    disturb(
      settings.busUrls[0] === 'memory:' ? openMemoryBus({ broker }) : await openBus(settings.busUrls, { prefix: settings.busPrefix }),
    );
}

function disturb(bus: Bus): FaultyBus {
  const batches: (readonly Message[])[] = [];
  let fault: BusFault | null = null;
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  return {
    batches,
    inject: (next) => {
      fault = next;
    },
    async publish(messages) {
      const isHeartbeat = messages.every(({ key }) => key.endsWith('.heartbeat'));
      batches.push(messages);
      if (!fault || isHeartbeat) return bus.publish(messages);
      const { failAfter, until } = fault;
      await bus.publish(messages.slice(0, failAfter ?? messages.length));
      await Promise.race([until, closed.promise]);
      if (failAfter !== undefined && failAfter < messages.length) throw new PublishFailure(failAfter, new Error('planted'));
    },
    declare: (subscriptions) => bus.declare(subscriptions),
    subscribe: (subscription, handle) => bus.subscribe(subscription, handle),
    get connected() {
      return bus.connected;
    },
    idle: () => bus.idle(),
    async close() {
      closed.reject(new Error('the bus is closed'));
      await bus.close();
    },
  };
}
