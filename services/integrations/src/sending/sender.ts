import type { LeasedWrite, OpenContext } from '@signalbox/kit';
import { findDueQueues, queueLease } from '../queue/delivery-queue.ts';
import { attempt, type Sending } from './attempt.ts';
import type { SentEvents } from './sent-events.ts';
import { type Attempted, takeTurn, type Turn, type TurnParts } from './take-turn.ts';

/** What a sender needs of the process. */
export interface SenderParts extends Sending, TurnParts {
  readonly sent: SentEvents;
  /** How long a process has a queue alone after each step: longer than an attempt. */
  readonly leaseMs: number;
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
      const work = context
        .withLease(queueLease(addonId), this.#parts.leaseMs, (write) => this.#sendAll(addonId, write))
        .catch((error: unknown) => this.#parts.warn('could not deliver events, retrying', error))
        .finally(() => this.#busy.delete(addonId));
      this.#busy.set(addonId, work);
    }
  }

  /** Finishes what is being sent at the moment, and begins nothing else. */
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
