import { pause, within } from '@signalbox/timing';
import { AmqpConsumer } from './amqp-consumer.ts';
import { type Link, openLink } from './amqp-link.ts';
import { Publisher } from './amqp-publisher.ts';
import { declareQueue } from './amqp-topology.ts';
import type { Bus, Consumer, Handle, Message, Subscription } from '../port/bus.ts';

const declareLimitMs = 5_000;
const idlePollMs = 10;

/** Options of the RabbitMQ bus. */
export interface AmqpBusOptions {
  /** Prefix of all exchanges and queues, so that installations can share a broker. */
  readonly prefix: string;
  /** Maximum wait of a batch for its confirms before `publish` rejects. Default 5,000. */
  readonly confirmTimeoutMs?: number;
  /** Called for every rejection of a handler and each loss of the broker. */
  readonly report?: (error: unknown) => void;
}

/**
 * Opens a bus on RabbitMQ (3.10 and later). Resolves after the first attempt to connect, successful or not, and reconnects for ever.
 * Accepts `amqp://` and `amqps://` addresses of nodes of one cluster, and tries the next one after each failure. The heartbeat is 10 s
 * unless the address sets one.
 */
export async function openAmqpBus(urls: readonly string[], options: AmqpBusOptions): Promise<Bus> {
  const { prefix, confirmTimeoutMs = 5_000, report = () => undefined } = options;
  // Two connections: a broker short of memory stops reading from publishers, and acknowledgements must get through.
  const [publishing, consuming] = await Promise.all([openLink(urls, report), openLink(urls, report)]);
  const publisher = new Publisher(publishing, prefix, confirmTimeoutMs);
  await Promise.all([publishing.attempted(), consuming.attempted()]);
  if (publishing.isUp) await within(confirmTimeoutMs, publisher.opened()).catch(report);
  return new AmqpBus(publishing, consuming, publisher, prefix, report);
}

class AmqpBus implements Bus {
  readonly #publishing: Link;
  readonly #consuming: Link;
  readonly #publisher: Publisher;
  readonly #prefix: string;
  readonly #report: (error: unknown) => void;
  readonly #consumers = new Set<AmqpConsumer>();
  #isOpen = true;

  constructor(publishing: Link, consuming: Link, publisher: Publisher, prefix: string, report: (error: unknown) => void) {
    this.#publishing = publishing;
    this.#consuming = consuming;
    this.#publisher = publisher;
    this.#prefix = prefix;
    this.#report = report;
  }

  get connected(): boolean {
    return this.#publisher.isReady;
  }

  async declare(subscriptions: readonly Subscription[]): Promise<void> {
    const durable = subscriptions.filter(({ kind }) => kind !== 'broadcast');
    await this.#publishing.useChannel(declareLimitMs, async (channel) => {
      for (const subscription of durable) await declareQueue(channel, this.#prefix, subscription);
    });
  }

  publish(messages: readonly Message[]): Promise<void> {
    return this.#publisher.publish(messages);
  }

  async subscribe(subscription: Subscription, handle: Handle): Promise<Consumer> {
    if (!this.#isOpen) throw new Error('the bus is closed');
    const ended = (consumer: AmqpConsumer) => this.#consumers.delete(consumer);
    const setting = { link: this.#consuming, prefix: this.#prefix, report: this.#report, ended };
    const consumer = new AmqpConsumer(setting, subscription, handle);
    this.#consumers.add(consumer);
    try {
      await consumer.started();
      return consumer;
    } catch (refusal) {
      await consumer.close();
      throw refusal;
    }
  }

  /** A message may be between queue and consumer when it is counted, so this requires two quiet rounds in a row. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      quiet = (await this.#isQuiet()) ? quiet + 1 : 0;
      if (quiet < 2) await pause(idlePollMs);
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await Promise.all([...this.#consumers].map((consumer) => consumer.close()));
    await Promise.all([this.#publisher.close(), this.#publishing.close(), this.#consuming.close()]);
  }

  async #isQuiet(): Promise<boolean> {
    const quiet = await Promise.all([...this.#consumers].map((consumer) => consumer.isQuiet()));
    return !this.#publisher.busy && quiet.every(Boolean);
  }
}
