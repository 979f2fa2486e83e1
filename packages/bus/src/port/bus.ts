/**
 * One message. `body` is JSON text; `id` is unique per message and what a receiver recognises a repetition by. A message
 * that somebody else published without one is delivered with the `id` inside of its body, else with a hash of the body.
 */
export interface Message {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

/** Which messages a subscription receives: a topic exchange and a pattern (`*` one word, `#` any number of words). */
export interface Binding {
  readonly exchange: string;
  readonly pattern: string;
}

/**
 * - `shared`: one durable queue per name, one active consumer at a time whoever is connected, in order. Kept while
 *   nobody is connected.
 * - `broadcast`: every subscriber of every process gets every message that is published while it is connected. What it
 *   missed is the subscriber's to fetch: `connected` is called after each (re)connection, once messages flow.
 * - `competing`: one durable queue per name, any number of active consumers, no promise of order.
 */
export type Subscription =
  | { readonly kind: 'shared' | 'competing'; readonly queue: string; readonly bindings: readonly Binding[] }
  | { readonly kind: 'broadcast'; readonly bindings: readonly Binding[]; readonly connected?: () => void };

/**
 * Receives messages in order, one batch at a time: the next batch waits until the promise settles. Resolving
 * acknowledges the whole batch; after a rejection the same batch is delivered again, and nothing behind it before, after
 * a pause of 100 ms growing to 2 s. Handlers must therefore be able to see a message twice, and never wait for the
 * publishing of a message that they would receive themselves: in process that message needs them first.
 */
export type Handle = (messages: readonly Message[]) => Promise<void>;

/** A running subscription. */
export interface Consumer {
  /**
   * Takes no further message; resolves when the handler that is running has settled and been acknowledged. What it
   * rejected, and what it was not given yet, goes to the next consumer of the queue, in order.
   */
  close(): Promise<void>;
}

/** Publishing failed. The first `confirmed` messages need their publisher no longer; the rest, in order, do. */
export class PublishFailure extends Error {
  override readonly name = 'PublishFailure';
  readonly confirmed: number;
  constructor(confirmed: number, cause: unknown) {
    super(`publishing failed after ${confirmed} confirmed messages`, { cause });
    this.confirmed = confirmed;
  }
}

/**
 * The bus: topic exchanges, at-least-once delivery, order per publisher and queue.
 *
 * A publisher that wants order publishes its next batch only after the last one settled, and after a `PublishFailure`
 * resends from the first unconfirmed message. A message that no queue is bound to is confirmed and gone, so whoever
 * publishes facts declares the durable queues of all receivers first (`declare`).
 */
export interface Bus {
  /**
   * Makes durable queues and their bindings exist; broadcasts among the subscriptions are passed over. Repeating it is
   * harmless, bindings are only added. Waits for the connection, at most 5 s, else rejects; rejects if a queue of that
   * name is of another kind.
   */
  declare(subscriptions: readonly Subscription[]): Promise<void>;
  /**
   * Resolves when no message needs its publisher any more: on AMQP at the broker's confirm, in process when every
   * declared durable queue that is bound to it has handled it, whether or not it has a subscriber yet. Rejects with
   * `PublishFailure` on loss, refusal, when the bus closes, at once while the broker is away, and on AMQP after the
   * deadline. In process there is no deadline: a repetition could only queue up behind what is being waited for.
   */
  publish(messages: readonly Message[]): Promise<void>;
  /**
   * Begins to deliver; declares what it needs. Survives the loss of the connection. Resolves once delivering, or at once
   * while the broker is away; rejects if the queue is of another kind.
   */
  subscribe(subscription: Subscription, handle: Handle): Promise<Consumer>;
  /** Whether the bus can take messages at present. */
  readonly connected: boolean;
  /**
   * Resolves when nothing that this bus is publishing is unconfirmed, and nothing lies in the queues of this bus's
   * subscriptions or is being handled by them, whoever published it. For tests.
   */
  idle(): Promise<void>;
  /** Closes every consumer, then the connection. What is still being published rejects, so publishers are waited for afterwards. */
  close(): Promise<void>;
}
