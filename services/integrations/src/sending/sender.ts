import type { OpenContext } from '@signalbox/kit';
import { findDueQueues, type QueueLease, releaseQueue, takeQueue } from '../queue/delivery-queue.ts';
import { attempt, type Sending } from './attempt.ts';
import type { SentEvents } from './sent-events.ts';
import { type Attempted, takeTurn, type Turn, type TurnParts } from './take-turn.ts';

/** What a sender needs of the process. */
export interface SenderParts extends Sending, TurnParts {
  readonly sent: SentEvents;
  warn(message: string, detail?: unknown): void;
}

/** Sends what is due, each queue in its order and all queues side by side: a slow receiver delays no other. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #busy = new Map<number, Promise<void>>();
  #closing = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Begins to empty each queue that is due and that nobody empties. Does not wait for that. */
  async look(context: OpenContext): Promise<void> {
    for (const addonId of await findDueQueues(context.em, context.now())) {
      if (this.#closing || this.#busy.has(addonId)) continue;
      const work = this.#empty(addonId, context)
        .catch((error: unknown) => this.#parts.warn('events wait: sending them failed inside', error))
        .finally(() => this.#busy.delete(addonId));
      this.#busy.set(addonId, work);
    }
  }

  /** Finishes what is being sent at the moment, and begins nothing else. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#busy.values());
  }

  async #empty(addonId: number, context: OpenContext): Promise<void> {
    const lease = await context.write((unit) => takeQueue(unit.em, addonId, unit.now(), this.#parts.leaseMs));
    if (!lease) return;
    await this.#sendAll(lease, context);
    await context.write((unit) => releaseQueue(unit.em, lease));
  }

  async #sendAll(lease: QueueLease, context: OpenContext): Promise<void> {
    let attempted: Attempted | null = null;
    for (;;) {
      const last: Attempted | null = attempted;
      const { next, result }: Turn = await context.write((unit) => takeTurn(unit, lease, last, this.#parts));
      if (result) this.#parts.sent.count(result);
      if (!next || this.#closing) return;
      attempted = { shipment: next, outcome: await attempt(next, this.#parts) };
    }
  }
}
