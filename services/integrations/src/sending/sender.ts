import type { LeasedWrite, OpenContext } from '@signalbox/kit';
import { findDueQueues, queueLease } from '../queue/delivery-queue.ts';
import { attempt, type Sending } from './attempt.ts';
import type { SentEvents } from './sent-events.ts';
import { type Attempted, takeTurn, type Turn, type TurnParts } from './take-turn.ts';

export interface SenderParts extends Sending, TurnParts {
  readonly sent: SentEvents;
  /** Duration of the lease, renewed by each step; longer than an attempt. */
  readonly leaseMs: number;
  warn(message: string, detail?: unknown): void;
}

/** Sends due events: in order within each queue, and all queues in parallel, so that a slow receiver delays no other. */
export class Sender {
  readonly #parts: SenderParts;
  readonly #busy = new Map<number, Promise<void>>();
  #closing = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  /** Starts sending each due queue that is idle, without waiting for the result. */
  async look(context: OpenContext): Promise<void> {
    for (const addonId of await findDueQueues(context.em, context.now())) {
      if (this.#closing || this.#busy.has(addonId)) continue;
      const work = context
        .withLease(queueLease(addonId), this.#parts.leaseMs, (write) => this.#sendAll(addonId, write))
        .catch((error: unknown) => this.#parts.warn('could not deliver events, retrying', error))
        .finally(() => this.#busy.delete(addonId));
      this.#busy.set(addonId, work);
    }
  }

  /** Finishes running attempts, and starts no others. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#busy.values());
  }

  async #sendAll(addonId: number, write: LeasedWrite): Promise<void> {
    let attempted: Attempted | null = null;
    for (;;) {
      const last: Attempted | null = attempted;
      const turn: Turn | null = await write((unit) => takeTurn(unit, addonId, last, this.#parts));
      if (turn?.result) this.#parts.sent.count(turn.result);
      if (!turn?.next || this.#closing) return;
      attempted = { shipment: turn.next, outcome: await attempt(turn.next, this.#parts) };
    }
  }
}
