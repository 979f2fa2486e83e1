import { exchanges, stateKeys } from '@signalbox/contracts';
import { type Bus, type Message, PublishFailure } from '@signalbox/bus';
import { type Lease, moveCheckpoint, readCounter, readOutbox, releaseLease, takeLease } from '@signalbox/store';
import { pause } from '@signalbox/timing';
import type { Running } from '../runtime/runtime.ts';

const batchSize = 200;
const leaseMs = 3000;
const renewAfterMs = 1000;
const pollMs = 1000;
const heartbeatMs = 2000;
const heartbeatKeys: Record<string, string> = { toggles: stateKeys.togglesHeartbeat, identity: stateKeys.accessHeartbeat };

/** Carries a service's outbox to the bus. */
export interface Relay {
  /** There is something to carry. */
  wake(): void;
  /** Resolves when it has ended, after `stop`. */
  readonly ended: Promise<void>;
}

/**
 * Publishes the outbox in order, in batches, from the mark on; one process at a time, by lease. What is committed while
 * the bus is away stays and leaves later. The mark moves after the confirm, so a kill anywhere repeats and never skips.
 */
export function startRelay(running: Running, bus: Bus, owner: string, stop: AbortSignal, declared: Promise<void>): Relay {
  let ring = new AbortController();
  const carryOn = () =>
    carry(running, bus, owner, stop, async () => {
      await pause(pollMs, AbortSignal.any([ring.signal, stop]));
      ring = new AbortController();
    });
  const ended = declared.then(carryOn);
  return { wake: () => ring.abort(), ended };
}

async function carry(running: Running, bus: Bus, owner: string, stop: AbortSignal, rest: () => Promise<void>): Promise<void> {
  const name = `relay:${running.service.name}`;
  let lease: Lease | null = null;
  let renewedAt = 0;
  let heartbeatAt = 0;
  while (!stop.aborted) {
    try {
      const now = Date.now();
      if (!lease || now - renewedAt > renewAfterMs) {
        lease = await takeLease(running.store, name, owner, leaseMs);
        renewedAt = now;
      }
      const left = lease ? await carryBatch(running, bus, lease) : 'idle';
      if (left === 'lease lost') lease = null;
      if (left !== 'idle') continue;
      if (lease && now - heartbeatAt > heartbeatMs) {
        heartbeatAt = now;
        await beat(running, bus);
      }
      await rest();
    } catch (error) {
      if (stop.aborted) break;
      running.log.warn({ err: error, service: running.service.name }, 'the outbox waits: publishing or reading it failed');
      await pause(500, stop);
    }
  }
  if (lease) await releaseLease(running.store, lease).catch(() => undefined);
}

async function carryBatch(running: Running, bus: Bus, lease: Lease): Promise<'idle' | 'more' | 'lease lost'> {
  const { store, surroundings, service } = running;
  const { published } = await readCounter(store.reader());
  const batch = await readOutbox(store.reader(), published, batchSize);
  if (batch.length === 0) return 'idle';
  const confirmed = await publish(running, bus, batch);
  surroundings.pass('after confirm', service.name);
  const last = batch[confirmed.count - 1];
  if (last) {
    surroundings.pass('before mark', service.name);
    const marked = await store.transaction((em) => moveCheckpoint(em, last.number, lease));
    if (!marked) return 'lease lost';
    running.metrics.published.inc({ service: service.name }, confirmed.count);
  }
  if (confirmed.failure) throw confirmed.failure;
  return 'more';
}

async function publish(running: Running, bus: Bus, batch: readonly Message[]): Promise<{ count: number; failure?: Error }> {
  try {
    const confirmation = bus.publish(batch);
    confirmation.catch(() => undefined);
    running.surroundings.pass('after publish', running.service.name);
    await confirmation;
    return { count: batch.length };
  } catch (error) {
    return {
      count: error instanceof PublishFailure ? error.confirmed : 0,
      failure: error instanceof Error ? error : new Error(String(error)),
    };
  }
}

/** Tells replicas the revision while nothing else does, so that one that missed a message notices. */
async function beat(running: Running, bus: Bus): Promise<void> {
  const key = heartbeatKeys[running.service.name];
  if (!key || !bus.connected) return;
  const { revision, message, published } = await readCounter(running.store.reader());
  if (message !== published) return;
  const beatMessage = { id: running.surroundings.id(), exchange: exchanges.state, key, body: JSON.stringify({ revision }) };
  await bus.publish([beatMessage]);
}
