import { doubling, retry, yieldToOthers } from '@signalbox/timing';
import type { Handle, Message } from './bus.ts';

/** Most messages that one call of a handler receives. */
export const batchSize = 100;

const firstPauseMs = 100;
const maxPauseMs = 2_000;

/** Messages that a pump took and must either acknowledge or give back. */
export interface Batch {
  readonly messages: readonly Message[];
  acknowledge(): void;
  /** Called instead of `acknowledge` when the pump closes before the handler resolved. */
  giveBack(): void;
  /** Whether another delivery of the same messages is certain, so that trying again here would only repeat them. */
  readonly lost: boolean;
}

/**
 * Drives one handler: takes a batch, calls the handler, acknowledges, takes the next; never two calls at once. A
 * rejected batch is tried again here, after a pause of 100 ms growing to 2 s, and keeps its place that way: a broker
 * that takes many messages back at once may return them in another order.
 */
export class Pump {
  readonly #take: () => Batch | undefined;
  readonly #handle: Handle;
  readonly #report: (error: unknown) => void;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  /** @param take answers the next batch, or nothing; called after each `wake` and after each batch until nothing is left. */
  constructor(take: () => Batch | undefined, handle: Handle, report: (error: unknown) => void) {
    this.#take = take;
    this.#handle = handle;
    this.#report = report;
  }

  /** Whether the handler is running, about to run, or pausing before it runs again. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Says that there may be something to take. The handler runs on a later tick, so what arrives together is one batch. */
  wake(): void {
    if (!this.#running && !this.#closing.signal.aborted) this.#running = this.#run();
  }

  /** Takes no further batch; resolves when the running call has settled. Safe to call twice. */
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
    // In the same tick as the last `take`, or a `wake` in between would go unheard.
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
