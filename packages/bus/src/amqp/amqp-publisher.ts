import type { ConfirmChannel } from 'amqplib';
import { within } from '@signalbox/timing';
import type { Link } from './amqp-link.ts';
import { declareExchange } from './amqp-topology.ts';
import { type Message, PublishFailure } from '../port/bus.ts';
import { leading } from '../port/leading.ts';

/** A channel for publishing, and the exchanges declared on it. */
interface Outlet {
  readonly channel: ConfirmChannel;
  readonly exchanges: Set<string>;
  readonly lose: () => void;
}

/** Publishes with confirms on one channel, which it reopens whenever it is lost. */
export class Publisher {
  readonly #link: Link;
  readonly #prefix: string;
  readonly #confirmTimeoutMs: number;
  readonly #closing = new AbortController();
  readonly #serving: Promise<void>;
  readonly #opened = Promise.withResolvers<void>();
  #outlet: Outlet | undefined;
  #outstanding = 0;

  constructor(link: Link, prefix: string, confirmTimeoutMs: number) {
    this.#link = link;
    this.#prefix = prefix;
    this.#confirmTimeoutMs = confirmTimeoutMs;
    const use = async (channel: ConfirmChannel, lose: () => void) => this.#use(channel, lose);
    this.#serving = link.keepChannel(() => link.openConfirmChannel(), use, this.#closing.signal);
  }

  get isReady(): boolean {
    return this.#outlet !== undefined && !this.#link.isBlocked;
  }

  /** True while messages are unconfirmed. */
  get busy(): boolean {
    return this.#outstanding > 0;
  }

  /** Resolves when messages can be published for the first time. */
  opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** See `Bus.publish`. */
  async publish(messages: readonly Message[]): Promise<void> {
    const outlet = this.#outlet;
    if (!outlet || !this.isReady) throw new PublishFailure(0, new Error('the broker is not connected'));
    const confirmed = messages.map(() => false);
    this.#outstanding += 1;
    try {
      const copies = messages.map((message) => ({ ...message }));
      await within(this.#confirmTimeoutMs, this.#send(outlet, copies, confirmed));
    } catch (cause) {
      // On a fresh channel, late confirms of these messages cannot count for their repetitions.
      this.#retire(outlet);
      throw new PublishFailure(leading(confirmed), cause);
    } finally {
      this.#outstanding -= 1;
    }
  }

  /** Closes the channel. Unconfirmed messages reject. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#serving;
  }

  #use(channel: ConfirmChannel, lose: () => void): void {
    const outlet = { channel, exchanges: new Set<string>(), lose };
    this.#outlet = outlet;
    channel.once('close', () => this.#retire(outlet));
    this.#opened.resolve();
  }

  #retire(outlet: Outlet): void {
    if (this.#outlet === outlet) this.#outlet = undefined;
    outlet.lose();
  }

  /** Writes all messages at once and waits for all confirms together. One by one, each would cost a round trip. */
  async #send({ channel, exchanges }: Outlet, messages: readonly Message[], confirmed: boolean[]): Promise<void> {
    for (const exchange of new Set(messages.map((message) => this.#prefix + message.exchange))) {
      if (!exchanges.has(exchange)) await declareExchange(channel, exchange);
      exchanges.add(exchange);
    }
    await Promise.all(
      messages.map(async (message, index) => {
        await this.#sendOne(channel, message);
        confirmed[index] = true;
      }),
    );
  }

  #sendOne(channel: ConfirmChannel, { id, exchange, key, body }: Message): Promise<void> {
    const options = { persistent: true, messageId: id, contentType: 'application/json' };
    return new Promise((resolve, reject) => {
      const content = Buffer.from(body);
      channel.publish(this.#prefix + exchange, key, content, options, (refusal: Error | null) => (refusal ? reject(refusal) : resolve()));
    });
  }
}
