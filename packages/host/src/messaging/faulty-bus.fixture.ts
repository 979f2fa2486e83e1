import { type Bus, MemoryBroker, type Message, openBus, openMemoryBus, PublishFailure } from '@signalbox/bus';
import type { Settings } from '@signalbox/kit';

/** What the bus does to the next batches of a topic exchange. `failAfter`: confirms that many messages, then breaks. */
export interface BusFault {
  failAfter?: number;
  /** Confirms come only after this settles. */
  until?: Promise<void>;
}

/** A real bus whose publishing can be disturbed, with a record of what was given to it. */
export interface FaultyBus extends Bus {
  readonly batches: readonly (readonly Message[])[];
  /** From now on; `null` ends it. Heartbeats pass unharmed. */
  inject(fault: BusFault | null): void;
}

/** Buses of one app: in process they share a broker, else the exchanges of the prefix. */
export function busesOf(settings: Settings): () => Promise<FaultyBus> {
  const broker = new MemoryBroker();
  return async () =>
    disturb(settings.busUrl === 'memory:' ? openMemoryBus({ broker }) : await openBus(settings.busUrl, { prefix: settings.busPrefix }));
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
