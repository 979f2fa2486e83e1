import { doubling, retry, yieldToOthers } from '@signalbox/timing';
import type { Handle, Message } from './bus.ts';

/** Maximum messages per call of a handler. */
export const batchSize = 100;

const firstPauseMs = 100;
const maxPauseMs = 2_000;

/** Messages that a pump took and must either acknowledge or give back. */
export interface Batch {
  readonly messages: readonly Message[];
  acknowledge(): void;
  /** Called instead of `acknowledge` if the pump closes before the handler resolved. */
  giveBack(): void;
  /** True if another delivery of the same messages is certain, so that a retry here would only repeat them. */
  readonly lost: boolean;
}

/**
 * Drives one handler: takes a batch, calls the handler, acknowledges, takes the next, never with two calls at once. It retries a rejected
 * batch itself, after a pause that grows from 100 ms to 2 s, which preserves the order: a broker that gets many messages back at once may
 * redeliver them in another order.
 */
export class Pump {
  readonly #take: () => Batch | undefined;
  readonly #handle: Handle;
  readonly #report: (error: unknown) => void;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  /** @param take returns the next batch, if any; called after each `wake` and after each batch until nothing is left. */
  constructor(take: () => Batch | undefined, handle: Handle, report: (error: unknown) => void) {
    this.#take = take;
    this.#handle = handle;
    this.#report = report;
  }

  /** True while the handler runs, is about to run, or pauses before a retry. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Signals that there may be messages. The handler runs on a later tick, so messages that arrive together form one batch. */
  wake(): void {
    if (!this.#running && !this.#closing.signal.aborted) this.#running = this.#run();
  }

  /** Takes no further batch. Resolves when the running call has settled. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    await yieldToOthers();
    while (!this.#closing.signal.aborted) {
      const batch = this.#take();
      if (!batch) break;
      await this.#deliver(batch);
    }
    // In the same tick as the last `take`, so that a `wake` in between is not lost.
    this.#running = undefined;
  }

  async #deliver(batch: Batch): Promise<void> {
    const waitMs = doubling(firstPauseMs, maxPauseMs);
    const outcome = await retry(() => this.#attempt(batch), { waitMs, stop: this.#closing.signal }).catch(() => 'closed' as const);
    if (outcome === 'handled') batch.acknowledge();
    if (outcome === 'closed') batch.giveBack();
  }

  async #attempt(batch: Batch): Promise<'handled' | 'lost'> {
    if (batch.lost) return 'lost';
    try {
      await this.#handle(batch.messages);
      return 'handled';
    } catch (error) {
      this.#report(error);
      throw error;
    }
  }
}
