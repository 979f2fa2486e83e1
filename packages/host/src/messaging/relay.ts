import { exchanges } from '@signalbox/contracts';
import { type Message, PublishFailure } from '@signalbox/bus';
import { type Lease, moveCheckpoint, readCounter, readOutbox, releaseLease, renewLease, takeLease } from '@signalbox/store';
import { pause, retry } from '@signalbox/timing';
import type { StoredRuntime } from '../runtime/runtime.ts';
import { broadcast } from './listen-to-states.ts';
import { busSystemOf, type MessageWork, startSpans } from './trace-messages.ts';

/** After an outage, large batches drain the outbox faster: the relay waits for fewer confirmations, and consumers get full batches. */
const batchSize = 1000;
/** Bounds the memory of a batch. */
const charactersPerBatch = 8_000_000;
const leaseMs = 3000;
const renewAfterMs = 1000;
/** Commits wake the relay. Each poll renews the lease, which finds commits whose wake-up was lost, and whether the lease is free. */
const pollMs = 1100;
const heartbeatMs = 2000;
const retryMs = 500;
/** Under load the relay waits this long to batch messages, which makes consumers more efficient. */
const gatherMs = 100;
/** Maximum delay of the checkpoint while messages keep coming. A killed relay repeats the messages confirmed meanwhile. */
const markEveryMs = 200;

/**
 * Publishes the outbox in order, in batches, from the checkpoint on, in one process at a time (by lease). Messages committed while the bus
 * is down leave later. The checkpoint moves after the confirmation, at once if nothing follows, so a kill may repeat messages but never
 * skips any. Resolves when the process stops.
 */
export async function runRelay(runtime: StoredRuntime): Promise<void> {
  const { bus, stop, log, service } = runtime;
  const relay = new Relay(runtime);
  const failed = (error: unknown) =>
    log.warn({ err: error, service: service.name }, 'reading or publishing the outbox failed; it will be retried');
  const again = { waitMs: () => retryMs, failed, stop };
  const bindings = [{ exchange: exchanges.state, pattern: wakeKeyOf(runtime) }];
  try {
    await retry(() => bus.subscribe({ kind: 'broadcast', bindings }, async () => relay.wake()), again);
    await retry(() => relay.run(), again);
  } catch {
    // The process stops. The bus may have closed before the subscription.
  }
  await relay.release();
}

/** Result of reading the outbox once. */
type RelayedAmount = 'nothing' | 'one unit of work' | 'several' | 'a full batch';

/** State of one process's relay: its lease, its progress, and its timers. */
class Relay {
  readonly #runtime: StoredRuntime;
  #lease: Lease | null = null;
  #renewedAt = -Infinity;
  #heartbeatAt = -Infinity;
  /** Last message that the bus has confirmed, and last known checkpoint. */
  #confirmed = 0;
  #marked = 0;
  /** Last message of the service, as of the last renewal of the lease. */
  #committed = 0;
  #markedAt = -Infinity;

  constructor(runtime: StoredRuntime) {
    this.#runtime = runtime;
  }

  /** Publishes committed messages until the process stops. Rejects when publishing or reading fails, and may then run again. */
  async run(): Promise<void> {
    const { stop, outbox } = this.#runtime;
    let mayFindMessages = true;
    while (!stop.aborted) {
      const now = performance.now(); // Monotonic time: setting the machine's clock must not end a lease.
      await this.#renew(now);
      if (now - this.#markedAt > markEveryMs) await this.#mark(now);
      mayFindMessages ||= this.#committed > this.#confirmed;
      const relayed = this.#lease && mayFindMessages ? await this.#relay() : 'nothing';
      if (relayed === 'several') await pause(gatherMs, stop);
      if (relayed !== 'nothing') continue;
      await this.#mark(now);
      await this.#beat(now);
      mayFindMessages = await outbox.wait(pollMs, stop);
      if (mayFindMessages && !this.#lease) await broadcast(this.#runtime, wakeKeyOf(this.#runtime), {});
    }
  }

  /** Called when another process has committed. */
  wake(): void {
    if (this.#lease) this.#runtime.outbox.ring();
  }

  async release(): Promise<void> {
    await this.#mark(performance.now()).catch(() => undefined);
    if (this.#lease) await releaseLease(this.#runtime.store, this.#lease).catch(() => undefined);
  }

  /** Acquires or renews the lease. A new holder continues from the checkpoint, which later only an operator may move back. */
  async #renew(now: number): Promise<void> {
    if (this.#lease && now - this.#renewedAt <= renewAfterMs) return;
    const { store, service, owner } = this.#runtime;
    const lease = this.#lease;
    const isRenewed = lease !== null && (await store.statement((em) => renewLease(store, em, lease, leaseMs)));
    if (!isRenewed) this.#lease = await takeLease(store, `relay:${service.name}`, owner, leaseMs);
    this.#renewedAt = now;
    if (!this.#lease) return;
    const { published, message } = await readCounter(store.reader());
    this.#committed = message;
    if (published !== this.#marked) this.#confirmed = this.#marked = published;
  }

  async #relay(): Promise<RelayedAmount> {
    const { store, instrument, service, metrics } = this.#runtime;
    const batch = await readOutbox(store.reader(), this.#confirmed, batchSize, charactersPerBatch);
    if (batch.length === 0) return 'nothing';
    await store.synced();
    const { count, failure } = await publish(this.#runtime, batch);
    instrument.step?.('after confirm', service.name);
    this.#confirmed = batch[count - 1]?.number ?? this.#confirmed;
    metrics.published.inc({ service: service.name }, count);
    if (failure) throw failure;
    if (count === batchSize) return 'a full batch';
    return batch[0]?.unit === batch.at(-1)?.unit ? 'one unit of work' : 'several';
  }

  /** Moves the checkpoint to the last confirmed message. Without the lease, the next holder repeats messages beyond it. */
  async #mark(now: number): Promise<void> {
    this.#markedAt = now;
    const { store, instrument, service } = this.#runtime;
    const lease = this.#lease;
    const move = { from: this.#marked, to: this.#confirmed };
    if (!lease || move.from === move.to) return;
    instrument.step?.('before checkpoint', service.name);
    if (await store.statement((em) => moveCheckpoint(em, move, lease))) this.#marked = move.to;
    else this.#lease = null;
  }

  async #beat(now: number): Promise<void> {
    if (!this.#lease || now - this.#heartbeatAt <= heartbeatMs) return;
    this.#heartbeatAt = now;
    await beat(this.#runtime);
  }
}

/** Wakes the relay of the process that holds the lease. */
const wakeKeyOf = ({ service }: StoredRuntime): string => `${service.name}.committed`;

/** The bus continues on its own from here, so the spans of the batch are not active while it does. */
async function publish(
  { bus, instrument, service, tracer, settings }: StoredRuntime,
  batch: readonly Message[],
): Promise<{ count: number; failure?: Error }> {
  const spans = tracer && startSpans(tracer, publishing(settings), batch);
  try {
    const confirmation = bus.publish(batch);
    confirmation.catch(() => undefined);
    instrument.step?.('after publish', service.name);
    await confirmation;
    spans?.end();
    return { count: batch.length };
  } catch (error) {
    spans?.end(error);
    return {
      count: error instanceof PublishFailure ? error.confirmed : 0,
      failure: error instanceof Error ? error : new Error(String(error)),
    };
  }
}

const publishing = (settings: StoredRuntime['settings']): MessageWork => ({
  operation: 'publish',
  kind: 'producer',
  destination: exchanges.events,
  system: busSystemOf(settings),
});

/** Sends the revision as a heartbeat while the outbox is empty, so that a replica detects a missed message. */
async function beat(runtime: StoredRuntime): Promise<void> {
  const key = runtime.service.surface.broadcast?.heartbeat;
  if (!key || !runtime.bus.connected) return;
  const { revision, message, published } = await readCounter(runtime.store.reader());
  if (message === published) await broadcast(runtime, key, { revision });
}
