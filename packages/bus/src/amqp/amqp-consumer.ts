import type { Channel, ConsumeMessage } from 'amqplib';
import { DeadlinePassed, within } from '@signalbox/timing';
import type { Link } from './amqp-link.ts';
import { declareQueue } from './amqp-topology.ts';
import type { Consumer, Handle, Message, Subscription } from '../port/bus.ts';
import { messageIdOf } from '../port/message-id.ts';
import { type Batch, batchSize, Pump } from '../port/pump.ts';

const startLimitMs = 5_000;

/** The parts of a bus that its consumers need. */
export interface ConsumerSetting {
  readonly link: Link;
  readonly prefix: string;
  readonly report: (error: unknown) => void;
  readonly ended: (consumer: AmqpConsumer) => void;
}

/**
 * One subscription on its own channel, which is reopened whenever it is lost. Deliveries that were not acknowledged on a lost channel
 * are dropped here, because they arrive again on the next one.
 */
export class AmqpConsumer implements Consumer {
  readonly #setting: ConsumerSetting;
  readonly #subscription: Subscription;
  readonly #pump: Pump;
  readonly #closing = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  readonly #serving: Promise<void>;
  #hasStarted = false;
  #channel: Channel | undefined;
  #queue = '';
  #inbox: ConsumeMessage[] = [];

  constructor(setting: ConsumerSetting, subscription: Subscription, handle: Handle) {
    this.#setting = setting;
    this.#subscription = subscription;
    this.#pump = new Pump(() => this.#take(), handle, setting.report);
    this.#started.promise.catch(() => undefined);
    const serve = (channel: Channel, lose: () => void) => this.#serveOrRefuse(channel, lose);
    this.#serving = setting.link.keepChannel(() => setting.link.openChannel(), serve, this.#closing.signal);
  }

  /** Resolves when deliveries have begun, or cannot begin at present. Rejects if the broker refuses the subscription. */
  async started(): Promise<void> {
    if (!this.#setting.link.isUp) return;
    await within(startLimitMs, this.#started.promise).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
    });
  }

  /** Returns true if nothing waits in the queue and nothing is being handled. True while the broker is down. */
  async isQuiet(): Promise<boolean> {
    if (this.#pump.busy || this.#inbox.length > 0) return false;
    const waiting = await this.#channel?.checkQueue(this.#queue).catch(() => undefined);
    return (waiting?.messageCount ?? 0) === 0 && !this.#pump.busy && this.#inbox.length === 0;
  }

  async close(): Promise<void> {
    await this.#pump.close();
    this.#closing.abort();
    await this.#serving;
    this.#setting.ended(this);
  }

  async #serveOrRefuse(channel: Channel, lose: () => void): Promise<void> {
    try {
      await this.#serve(channel, lose);
      this.#started.resolve();
    } catch (error) {
      if (!this.#hasStarted && isRefusal(error)) {
        this.#started.reject(error);
        this.#closing.abort();
      }
      this.#started.resolve();
      throw error;
    } finally {
      this.#hasStarted = true;
    }
  }

  async #serve(channel: Channel, lose: () => void): Promise<void> {
    await channel.prefetch(batchSize);
    this.#queue = await declareQueue(channel, this.#setting.prefix, this.#subscription);
    this.#channel = channel;
    channel.once('close', () => this.#drop(channel));
    await channel.consume(this.#queue, (delivery) => (delivery ? this.#receive(channel, delivery) : lose()));
    if (this.#subscription.kind === 'broadcast') this.#subscription.connected?.();
  }

  #drop(channel: Channel): void {
    if (this.#channel !== channel) return;
    this.#channel = undefined;
    this.#inbox = [];
  }

  #receive(channel: Channel, delivery: ConsumeMessage): void {
    if (this.#channel !== channel) return;
    this.#inbox.push(delivery);
    this.#pump.wake();
  }

  #take(): Batch | undefined {
    const channel = this.#channel;
    const deliveries = this.#inbox.splice(0, batchSize);
    const last = deliveries.at(-1);
    if (!channel || !last) return undefined;
    const isLost = () => this.#channel !== channel;
    return {
      messages: deliveries.map((delivery) => this.#toMessage(delivery)),
      acknowledge: () => !isLost() && channel.ack(last, true),
      // Closing the channel returns all unacknowledged messages, in order.
      giveBack: () => undefined,
      get lost() {
        return isLost();
      },
    };
  }

  #toMessage({ fields, properties, content }: ConsumeMessage): Message {
    const body = content.toString();
    return {
      id: messageIdOf(properties.messageId, body),
      exchange: fields.exchange.slice(this.#setting.prefix.length),
      key: fields.routingKey,
      body,
    };
  }
}

/** The broker closed the channel because it refused a request, which a retry would not change. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && error.code >= 400 && error.code < 500;
}
