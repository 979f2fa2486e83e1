import { exchanges } from '@signalbox/contracts';
import { type Message, PublishFailure } from '@signalbox/bus';
import { type Lease, moveCheckpoint, readCounter, readOutbox, releaseLease, takeLease } from '@signalbox/store';
import { retry } from '@signalbox/timing';
import type { StoredRuntime } from '../runtime/runtime.ts';
import { BatchSpans, busSystemOf, type MessageWork } from './trace-messages.ts';

const batchSize = 200;
const leaseMs = 3000;
const renewAfterMs = 1000;
/** A commit of another process wakes nobody here, so whoever publishes looks often where there may be one. */
const pollMs = 50;
/** The others only look whether the lease is free; on SQLite one process has it alone, and its commits wake it. */
const leasePollMs = 1000;
const heartbeatMs = 2000;
const retryMs = 500;

/**
 * Publishes the outbox in order, in batches, from the checkpoint on; one process at a time, by lease. What is committed while
 * the bus is away stays and leaves later. The checkpoint moves after the confirm, so a kill anywhere repeats and never skips.
 * Resolves when the process stops.
 */
export async function runRelay(runtime: StoredRuntime): Promise<void> {
  const { stop, log, service } = runtime;
  const relay = new Relay(runtime);
  const failed = (error: unknown) => log.warn({ err: error, service: service.name }, 'the outbox waits: publishing or reading it failed');
  // It rejects when the process stops alone.
  await retry(() => relay.run(), { waitMs: () => retryMs, failed, stop }).catch(() => undefined);
  await relay.release();
}

/** One process's turn at publishing: whether it holds the lease, and when it did what comes round. */
class Relay {
  readonly #runtime: StoredRuntime;
  #lease: Lease | null = null;
  #renewedAt = -Infinity;
  #heartbeatAt = -Infinity;

  constructor(runtime: StoredRuntime) {
    this.#runtime = runtime;
  }

  /** Publishes whatever is committed until the process stops. Rejects when publishing or reading fails; it may run again then. */
  async run(): Promise<void> {
    const { stop, outbox, store } = this.#runtime;
    const holderPollMs = store.dialect === 'sqlite' ? leasePollMs : pollMs;
    while (!stop.aborted) {
      const now = performance.now(); // Elapsed time: a machine's clock that is set must not end a lease.
      const left = await this.#carry(now);
      if (left === 'lease lost') this.#lease = null;
      if (left !== 'idle') continue;
      await this.#beat(now);
      await outbox.wait(this.#lease ? holderPollMs : leasePollMs, stop);
    }
  }

  async release(): Promise<void> {
    if (this.#lease) await releaseLease(this.#runtime.store, this.#lease).catch(() => undefined);
  }

  async #carry(now: number): Promise<'idle' | 'more' | 'lease lost'> {
    const { store, service, owner } = this.#runtime;
    if (!this.#lease || now - this.#renewedAt > renewAfterMs) {
      this.#lease = await takeLease(store, `relay:${service.name}`, owner, leaseMs);
      this.#renewedAt = now;
    }
    return this.#lease ? carryBatch(this.#runtime, this.#lease) : 'idle';
  }

  async #beat(now: number): Promise<void> {
    if (!this.#lease || now - this.#heartbeatAt <= heartbeatMs) return;
    this.#heartbeatAt = now;
    await beat(this.#runtime);
  }
}

async function carryBatch(runtime: StoredRuntime, lease: Lease): Promise<'idle' | 'more' | 'lease lost'> {
  const { store, instrument, service } = runtime;
  const { published } = await readCounter(store.reader());
  const batch = await readOutbox(store.reader(), published, batchSize);
  if (batch.length === 0) return 'idle';
  const confirmed = await publish(runtime, batch);
  instrument.step?.('after confirm', service.name);
  const last = batch[confirmed.count - 1];
  if (last) {
    instrument.step?.('before checkpoint', service.name);
    const moved = await store.transaction((em) => moveCheckpoint(em, last.number, lease));
    if (!moved) return 'lease lost';
    runtime.metrics.published.inc({ service: service.name }, confirmed.count);
  }
  if (confirmed.failure) throw confirmed.failure;
  return 'more';
}

/** The bus goes on by itself from here, so the spans of the batch are not active: what others do with it is no part of them. */
async function publish(
  { bus, instrument, service, tracer, settings }: StoredRuntime,
  batch: readonly Message[],
): Promise<{ count: number; failure?: Error }> {
  const spans = tracer && new BatchSpans(tracer, publishing(settings), batch);
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

/** Tells replicas the revision while nothing else does, so that one that missed a message notices. */
async function beat({ bus, store, service, effects }: StoredRuntime): Promise<void> {
  const key = service.surface.broadcast?.heartbeat;
  if (!key || !bus.connected) return;
  const { revision, message, published } = await readCounter(store.reader());
  if (message !== published) return;
  await bus.publish([{ id: effects.id(), exchange: exchanges.state, key, body: JSON.stringify({ revision }) }]);
}
