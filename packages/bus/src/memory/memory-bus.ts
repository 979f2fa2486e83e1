import { type Bus, type Consumer, type Handle, type Message, PublishFailure, type Subscription } from '../port/bus.ts';
import { leading } from '../port/leading.ts';
import { MemoryBroker, type MemoryQueue } from './memory-broker.ts';
import { Pump } from '../port/pump.ts';

/** Options of the in-process bus, all optional. */
export interface MemoryBusOptions {
  /** Queues to use. Two buses on one broker correspond to two connections to one server. Default: new queues. */
  readonly broker?: MemoryBroker;
  /** Probability (0 to 1) that a handled batch is delivered again before it is acknowledged. Default 0. */
  readonly repeatDeliveries?: number;
  /** Source of randomness. Default `Math.random`. */
  readonly random?: () => number;
  /** Called for every rejection of a handler. */
  readonly report?: (error: unknown) => void;
}

/**
 * Opens the bus of a single process. It is as strict as a broker: it copies every message, delivers on a later tick, and redelivers
 * rejected batches. A message depends on its publisher until every matching durable queue has handled it.
 */
export function openMemoryBus(options: MemoryBusOptions = {}): Bus {
  return new MemoryBus(options);
}

class MemoryBus implements Bus {
  readonly #broker: MemoryBroker;
  readonly #repeat: () => boolean;
  readonly #report: (error: unknown) => void;
  readonly #consumers = new Map<Consumer, MemoryQueue>();
  /** Rejects each batch in progress. A single promise for all of them would retain its waiters as long as the bus lives. */
  readonly #publishing = new Set<(reason: Error) => void>();
  #isOpen = true;

  constructor({ broker = new MemoryBroker(), repeatDeliveries = 0, random = Math.random, report = () => undefined }: MemoryBusOptions) {
    this.#broker = broker;
    this.#repeat = () => random() < repeatDeliveries;
    this.#report = report;
  }

  get connected(): boolean {
    return this.#isOpen;
  }

  async declare(subscriptions: readonly Subscription[]): Promise<void> {
    this.#refuseIfClosed();
    for (const subscription of subscriptions) if (subscription.kind !== 'broadcast') this.#broker.open(subscription);
  }

  async publish(messages: readonly Message[]): Promise<void> {
    const handled = messages.map(() => false);
    const closed = Promise.withResolvers<never>();
    this.#publishing.add(closed.reject);
    try {
      this.#refuseIfClosed();
      const routed = messages.map(async (message, index) => {
        await this.#broker.route(message);
        handled[index] = true;
      });
      await Promise.race([Promise.all(routed), closed.promise]);
    } catch (cause) {
      throw new PublishFailure(leading(handled), cause);
    } finally {
      this.#publishing.delete(closed.reject);
    }
  }

  async subscribe(subscription: Subscription, handle: Handle): Promise<Consumer> {
    this.#refuseIfClosed();
    const queue = this.#broker.open(subscription);
    const pump: Pump = new Pump(() => queue.take(pump), this.#repeating(handle), this.#report);
    const consumer = { close: () => this.#leave(consumer, queue, pump) };
    this.#consumers.set(consumer, queue);
    queue.add(pump);
    if (subscription.kind === 'broadcast') subscription.connected?.();
    return consumer;
  }

  async idle(): Promise<void> {
    const busy = () => [...this.#consumers.values()].filter((queue) => !queue.isEmpty);
    for (let queues = busy(); queues.length > 0; queues = busy()) await Promise.all(queues.map((queue) => queue.emptied()));
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await Promise.all([...this.#consumers.keys()].map((consumer) => consumer.close()));
    for (const refuse of this.#publishing) refuse(new Error('the bus is closed'));
  }

  async #leave(consumer: Consumer, queue: MemoryQueue, pump: Pump): Promise<void> {
    await pump.close();
    if (!this.#consumers.delete(consumer)) return;
    queue.remove(pump);
    this.#broker.drop(queue);
  }

  #repeating(handle: Handle): Handle {
    return async (messages) => {
      await handle(messages);
      if (this.#repeat()) await handle(messages);
    };
  }

  #refuseIfClosed(): void {
    if (!this.#isOpen) throw new Error('the bus is closed');
  }
}
