import { exchanges } from '@signalbox/contracts';
import { type Message, PublishFailure } from '@signalbox/bus';
import { type Lease, moveCheckpoint, readCounter, readOutbox, releaseLease, takeLease } from '@signalbox/store';
import { pause, retry } from '@signalbox/timing';
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
/** Where several commit at once, their messages leave together: whoever reads them then does for many what it would do for each. */
const gatherMs = 50;
/** While messages keep coming, the checkpoint follows at this distance: a relay that is killed repeats what was confirmed meanwhile. */
const markEveryMs = 200;

/**
 * Publishes the outbox in order, in batches, from the checkpoint on; one process at a time, by lease. What is committed while
 * the bus is away stays and leaves later. The checkpoint moves after the confirm, at once where nothing follows, so a kill anywhere
 * repeats and never skips. Resolves when the process stops.
 */
export async function runRelay(runtime: StoredRuntime): Promise<void> {
  const { stop, log, service } = runtime;
  const relay = new Relay(runtime);
  const failed = (error: unknown) => log.warn({ err: error, service: service.name }, 'the outbox waits: publishing or reading it failed');
  // It rejects when the process stops alone.
  await retry(() => relay.run(), { waitMs: () => retryMs, failed, stop }).catch(() => undefined);
  await relay.release();
}

/** What became of a look into the outbox. */
type RelayedAmount = 'nothing' | 'one unit of work' | 'several' | 'a full batch';

/** One process's turn at publishing: whether it holds the lease, how far it came, and when it did what comes round. */
class Relay {
  readonly #runtime: StoredRuntime;
  #lease: Lease | null = null;
  #renewedAt = -Infinity;
  #heartbeatAt = -Infinity;
  /** The last message that the bus has confirmed, and the one that the checkpoint stands at, as far as is known here. */
  #confirmed = 0;
  #marked = 0;
  #markedAt = -Infinity;

  constructor(runtime: StoredRuntime) {
    this.#runtime = runtime;
  }

  /** Publishes whatever is committed until the process stops. Rejects when publishing or reading fails; it may run again then. */
  async run(): Promise<void> {
    const { stop, outbox, store } = this.#runtime;
    const holderPollMs = store.dialect === 'sqlite' ? leasePollMs : pollMs;
    while (!stop.aborted) {
      const now = performance.now(); // Elapsed time: a machine's clock that is set must not end a lease.
      await this.#renew(now);
      if (now - this.#markedAt > markEveryMs) await this.#mark(now);
      const carried = this.#lease ? await this.#relay() : 'nothing';
      if (carried === 'several') await pause(gatherMs, stop);
      if (carried !== 'nothing') continue;
      await this.#mark(now);
      await this.#beat(now);
      await outbox.wait(this.#lease ? holderPollMs : leasePollMs, stop);
    }
  }

  async release(): Promise<void> {
    await this.#mark(performance.now()).catch(() => undefined);
    if (this.#lease) await releaseLease(this.#runtime.store, this.#lease).catch(() => undefined);
  }

  /**
   * Takes the lease or keeps it. Whoever has it anew goes on from the checkpoint, which nobody else moves then but an operator, who
   * sets it back to have messages sent again.
   */
  async #renew(now: number): Promise<void> {
    if (this.#lease && now - this.#renewedAt <= renewAfterMs) return;
    const { store, service, owner } = this.#runtime;
    this.#lease = await takeLease(store, `relay:${service.name}`, owner, leaseMs);
    this.#renewedAt = now;
    if (!this.#lease) return;
    const { published } = await readCounter(store.reader());
    if (published !== this.#marked) this.#confirmed = this.#marked = published;
  }

  async #relay(): Promise<RelayedAmount> {
    const { store, instrument, service, metrics } = this.#runtime;
    const batch = await readOutbox(store.reader(), this.#confirmed, batchSize);
    if (batch.length === 0) return 'nothing';
    const { count, failure } = await publish(this.#runtime, batch);
    instrument.step?.('after confirm', service.name);
    this.#confirmed = batch[count - 1]?.number ?? this.#confirmed;
    metrics.published.inc({ service: service.name }, count);
    if (failure) throw failure;
    if (count === batchSize) return 'a full batch';
    return batch[0]?.unit === batch.at(-1)?.unit ? 'one unit of work' : 'several';
  }

  /** Moves the checkpoint to what is confirmed. What cannot be noted any more, because the lease is lost, its next holder repeats. */
  async #mark(now: number): Promise<void> {
    this.#markedAt = now;
    const { store, instrument, service } = this.#runtime;
    const lease = this.#lease;
    const move = { from: this.#marked, to: this.#confirmed };
    if (!lease || move.from === move.to) return;
    instrument.step?.('before checkpoint', service.name);
    if (await store.transaction((em) => moveCheckpoint(em, move, lease))) this.#marked = move.to;
    else this.#lease = null;
  }

  async #beat(now: number): Promise<void> {
    if (!this.#lease || now - this.#heartbeatAt <= heartbeatMs) return;
    this.#heartbeatAt = now;
    await beat(this.#runtime);
  }
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
