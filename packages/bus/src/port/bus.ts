/**
 * A message. `body` is JSON text. `id` is unique per message and identifies repetitions. An external message without one gets the `id` in
 * its body, or else a hash of the body.
 */
export interface Message {
  readonly id: string;
  readonly exchange: string;
  readonly key: string;
  readonly body: string;
}

/** Messages that a subscription receives: a topic exchange and a pattern (`*` one word, `#` any number of words). */
export interface Binding {
  readonly exchange: string;
  readonly pattern: string;
}

/**
 * - `shared`: one durable queue per name, with one active consumer at a time among all connections, in order. It stores messages while
 *   nobody is connected.
 * - `broadcast`: every subscriber of every process receives each message published while it is connected. It must fetch what it missed:
 *   `connected` is called after each (re)connection, once messages flow.
 * - `competing`: one durable queue per name, with any number of active consumers and no guaranteed order.
 */
export type Subscription =
  | { readonly kind: 'shared' | 'competing'; readonly queue: string; readonly bindings: readonly Binding[] }
  | { readonly kind: 'broadcast'; readonly bindings: readonly Binding[]; readonly connected?: () => void };

/**
 * Receives messages in order, one batch at a time: the next batch waits until the promise settles. Resolving acknowledges the batch. After
 * a rejection the same batch is delivered again before any later one, after a pause that grows from 100 ms to 2 s. Handlers must therefore
 * tolerate repetitions. They must never wait for the publishing of a message that they receive themselves: in process, it completes only
 * after they have handled it.
 */
export type Handle = (messages: readonly Message[]) => Promise<void>;

/** A running subscription. */
export interface Consumer {
  /**
   * Stops receiving. Resolves when the running handler has settled and its batch is acknowledged. Rejected and undelivered messages go to
   * the next consumer of the queue, in order.
   */
  close(): Promise<void>;
}

/** Publishing failed. The first `confirmed` messages no longer depend on their publisher; the rest, in order, do. */
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
 * A publisher that requires order publishes its next batch only after the previous one has settled, and after a `PublishFailure` resends
 * from the first unconfirmed message. A message without a bound queue is confirmed and lost, so publishers of events first declare the
 * durable queues of all receivers (`declare`).
 */
export interface Bus {
  /**
   * Declares durable queues with their bindings, ignoring broadcasts. Repetitions are harmless; bindings are only added. Waits up to 5 s
   * for the connection, then rejects. Rejects if a queue of that name has another kind.
   */
  declare(subscriptions: readonly Subscription[]): Promise<void>;
  /**
   * Resolves when no message depends on its publisher any more: on AMQP at the broker's confirm, in process when every matching declared
   * durable queue has handled it, with or without a current subscriber. Rejects with `PublishFailure` after loss or refusal, when the bus
   * closes, at once while the broker is down, and on AMQP after the deadline. There is no deadline in process, because a repetition would
   * only queue up behind the original.
   */
  publish(messages: readonly Message[]): Promise<void>;
  /**
   * Starts delivering, after declaring the queue. Survives lost connections. Resolves when deliveries have begun, or at once while the
   * broker is down. Rejects if the queue has another kind.
   */
  subscribe(subscription: Subscription, handle: Handle): Promise<Consumer>;
  /** True if the bus currently accepts messages. */
  readonly connected: boolean;
  /**
   * Resolves when this bus has no unconfirmed messages, and the queues of its subscriptions are empty and handled, including messages of
   * other publishers. For tests.
   */
  idle(): Promise<void>;
  /** Closes all consumers, then the connection. Publishing in progress rejects, so await publishers afterwards. */
  close(): Promise<void>;
}
