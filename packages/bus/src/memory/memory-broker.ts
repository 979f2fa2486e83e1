import type { Binding, Message, Subscription } from '../port/bus.ts';
import { messageIdOf } from '../port/message-id.ts';
import { type Batch, batchSize } from '../port/pump.ts';
import { matchesTopic } from '../port/topic.ts';

/** A message in a queue. `handled` is called once, when it was acknowledged. */
interface Entry {
  readonly message: Message;
  readonly handled: () => void;
}

/** A reader of a queue, which is woken when there may be messages. */
export interface Reader {
  wake(): void;
}

/** A queue of a `MemoryBroker`: waiting messages, messages that readers have taken, and the readers in order of arrival. */
export class MemoryQueue {
  readonly kind: Subscription['kind'];
  readonly #bindings: Binding[] = [];
  readonly #waiting: Entry[] = [];
  readonly #readers: Reader[] = [];
  readonly #emptied: (() => void)[] = [];
  #out = 0;

  constructor(kind: Subscription['kind']) {
    this.kind = kind;
  }

  bind(bindings: readonly Binding[]): void {
    const isNew = (binding: Binding) =>
      !this.#bindings.some((known) => known.exchange === binding.exchange && known.pattern === binding.pattern);
    this.#bindings.push(...bindings.filter(isNew));
  }

  matches(message: Message): boolean {
    return this.#bindings.some(({ exchange, pattern }) => exchange === message.exchange && matchesTopic(pattern, message.key));
  }

  put(message: Message, handled: () => void): void {
    this.#waiting.push({ message: { ...message, id: messageIdOf(message.id, message.body) }, handled });
    this.#wakeReaders();
  }

  add(reader: Reader): void {
    this.#readers.push(reader);
    this.#wakeReaders();
  }

  remove(reader: Reader): void {
    this.#readers.splice(this.#readers.indexOf(reader), 1);
    this.#wakeReaders();
    this.#tellIfNothingIsLeft();
  }

  /** Returns the next messages if this reader is active. All readers of a `competing` queue are active, otherwise only the oldest. */
  take(reader: Reader): Batch | undefined {
    if (!this.#active().includes(reader) || this.#waiting.length === 0) return undefined;
    const entries = this.#waiting.splice(0, batchSize);
    this.#out += entries.length;
    return {
      messages: entries.map(({ message }) => ({ ...message })),
      acknowledge: () => this.#finish(entries, []),
      giveBack: () => this.#finish([], entries),
      lost: false,
    };
  }

  /** Resolves when nothing is waiting or taken; at once for a queue without readers. */
  async emptied(): Promise<void> {
    if (!this.isEmpty && this.#readers.length > 0) await new Promise<void>((resolve) => this.#emptied.push(resolve));
  }

  get isEmpty(): boolean {
    return this.#out + this.#waiting.length === 0;
  }

  #finish(handled: readonly Entry[], givenBack: readonly Entry[]): void {
    this.#out -= handled.length + givenBack.length;
    this.#waiting.unshift(...givenBack);
    for (const entry of handled) entry.handled();
    this.#tellIfNothingIsLeft();
  }

  #tellIfNothingIsLeft(): void {
    if (this.isEmpty || this.#readers.length === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }

  #active(): readonly Reader[] {
    return this.kind === 'competing' ? this.#readers : this.#readers.slice(0, 1);
  }

  #wakeReaders(): void {
    for (const reader of this.#active()) reader.wake();
  }
}

/** Queues shared by in-process buses, as connections share a broker. They end with the process. */
export class MemoryBroker {
  readonly #durable = new Map<string, MemoryQueue>();
  readonly #broadcast = new Set<MemoryQueue>();

  /** Opens the durable queue of that name, created if missing, and adds these bindings. A broadcast gets its own queue. */
  open(subscription: Subscription): MemoryQueue {
    const queue = subscription.kind === 'broadcast' ? this.#openBroadcast() : this.#openDurable(subscription.kind, subscription.queue);
    queue.bind(subscription.bindings);
    return queue;
  }

  /** Deletes a broadcast queue. Durable ones stay. */
  drop(queue: MemoryQueue): void {
    this.#broadcast.delete(queue);
  }

  /** Adds the message to every matching queue. Resolves when all matching durable queues have handled it. */
  async route(message: Message): Promise<void> {
    for (const queue of this.#broadcast) if (queue.matches(message)) queue.put(message, () => undefined);
    const durable = [...this.#durable.values()].filter((queue) => queue.matches(message));
    await Promise.all(durable.map((queue) => new Promise<void>((handled) => queue.put(message, handled))));
  }

  #openBroadcast(): MemoryQueue {
    const queue = new MemoryQueue('broadcast');
    this.#broadcast.add(queue);
    return queue;
  }

  #openDurable(kind: 'shared' | 'competing', name: string): MemoryQueue {
    const queue = this.#durable.get(name) ?? new MemoryQueue(kind);
    if (queue.kind !== kind) throw new Error(`the queue ${name} is ${queue.kind}, not ${kind}`);
    this.#durable.set(name, queue);
    return queue;
  }
}
