import {
  type Bus,
  type Consumer,
  type Handle,
  type MemoryBroker,
  type Message,
  openMemoryBus,
  PublishFailure,
  type Subscription,
} from '@signalbox/bus';
import { never } from './chance.ts';
import { Killed, type Life } from './life.ts';

/** The network between processes and broker. */
export interface Network {
  /** The queues. They outlive every process. */
  readonly broker: MemoryBroker;
  /** Time until which the broker is unreachable, in virtual milliseconds. */
  awayUntil: number;
  /** True: a batch is confirmed once it is in the queues, as by RabbitMQ. False: once it is handled, as by the in-process bus. */
  readonly confirmsEarly: boolean;
}

/**
 * Connection of one process: the product's in-memory bus with a network in front that loses, repeats and delays. The order within a shared
 * queue is kept, as the bus contract promises; broadcasts may overtake each other.
 */
export class SimulatedBus implements Bus {
  readonly #network: Network;
  readonly #life: Life;
  readonly #inner: Bus;
  readonly #reconnected: (() => void)[] = [];

  constructor(network: Network, life: Life) {
    this.#network = network;
    this.#life = life;
    this.#inner = openMemoryBus({ broker: network.broker });
    life.onEnd(() => void this.#inner.close());
  }

  get connected(): boolean {
    return this.#inner.connected && !this.#isAway;
  }

  get #isAway(): boolean {
    return this.#network.awayUntil > this.#life.chance.time.now;
  }

  declare(subscriptions: readonly Subscription[]): Promise<void> {
    return this.#inner.declare(subscriptions);
  }

  async publish(messages: readonly Message[]): Promise<void> {
    const { chance } = this.#life;
    await this.#life.step('publish');
    if (!this.connected) throw new PublishFailure(0, new Error('simulated: the broker is unavailable'));
    if (chance.strikes('publishing')) return this.#mishap(messages);
    await this.#put(messages);
    await this.#life.step('confirm');
  }

  async subscribe(subscription: Subscription, handle: Handle): Promise<Consumer> {
    if (subscription.kind !== 'broadcast') return this.#inner.subscribe(subscription, this.#delivering(subscription.queue, handle));
    const { connected = () => undefined } = subscription;
    this.#reconnected.push(connected);
    return this.#inner.subscribe(subscription, async (messages) => {
      for (const message of messages) this.#broadcast(message, handle);
    });
  }

  /** The connection was lost and restored: broadcasts in between are lost. */
  reconnect(): void {
    for (const tell of this.#reconnected) tell();
  }

  idle(): Promise<void> {
    return this.#inner.idle();
  }

  /** A killed process has no connection to close. */
  close(): Promise<void> {
    return this.#life.isAlive ? this.#inner.close() : never();
  }

  /** One of four outcomes: rejected, accepted and partly confirmed, accepted and not confirmed, accepted twice. */
  async #mishap(messages: readonly Message[]): Promise<void> {
    const { chance } = this.#life;
    const kind = chance.between(0, 3);
    const taken = kind === 0 ? 0 : kind === 1 ? chance.between(0, messages.length) : messages.length;
    this.#put(messages.slice(0, taken)).catch(() => undefined);
    if (kind === 3) await this.#put(messages);
    await this.#life.step('confirm');
    if (kind !== 3) throw new PublishFailure(kind === 1 ? chance.between(0, taken) : 0, new Error('simulated: not confirmed'));
  }

  async #put(messages: readonly Message[]): Promise<void> {
    const { chance, name } = this.#life;
    for (const { id, key } of messages) chance.note(`${name} > ${key} ${id}`);
    const handled = this.#inner.publish(messages);
    handled.catch(() => undefined);
    if (!this.#network.confirmsEarly) await handled;
  }

  #delivering(queue: string, handle: Handle): Handle {
    const { chance, name } = this.#life;
    return async (messages) => {
      await this.#untilReached();
      chance.note(`${name} < ${queue} ${messages.map(({ id }) => id).join(' ')}`);
      await this.#alive(handle(messages));
      if (chance.strikes('redelivery')) await this.#alive(handle(messages));
      await this.#alive(this.#life.step('acknowledge'));
    };
  }

  /** Returns the messages that a killed process was handling. */
  #alive<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#life.ended]);
  }

  async #untilReached(): Promise<void> {
    const { chance } = this.#life;
    await this.#alive(this.#life.step('deliver'));
    while (this.#isAway) await this.#alive(chance.time.pause(this.#network.awayUntil - chance.time.now));
    if (!this.#life.isAlive) throw new Killed('it cannot be reached');
  }

  #broadcast(message: Message, handle: Handle): void {
    const { chance, name } = this.#life;
    if (this.#isAway || chance.strikes('broadcast')) return;
    const times = chance.strikes('broadcast') ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      chance.time.after(chance.random() * (chance.strikes('broadcast') ? 200 : 2), () => {
        if (!this.#life.isAlive) return;
        chance.note(`${name} < ${message.key} ${message.id}`);
        void handle([message]);
      });
    }
  }
}
