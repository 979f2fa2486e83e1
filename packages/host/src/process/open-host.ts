import type { Bus } from '@signalbox/bus';
import type { Listener, Readiness, Service } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { Logger } from 'pino';
import { answersOf, internalListener } from '../questions/ask.ts';
import type { Ask } from '../runtime/contexts.ts';
import { listenerOfMember, type Member, openMember, openMemory, prepare, readinessOfMember, startMembers } from './open-service.ts';
import type { Metrics } from '../runtime/metrics.ts';
import { Neighbours } from './peers.ts';
import { closeAll, declareQueues, followAccess, openShared, type Shared, type SharedOptions, urlsOf } from './open-process.ts';

/** How a host is opened. */
export interface HostOptions extends SharedOptions {
  /** Answers are checked against their schemas: for tests. */
  readonly checkAnswers?: boolean;
}

/** Open services: their listeners and what ends them. */
export interface Host {
  readonly listeners: ReadonlyMap<string, Listener>;
  /** Answers questions of other processes. */
  readonly internal: Listener;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly stores: ReadonlyMap<string, Store>;
  /** Puts a question as the services of this process do. */
  readonly ask: Ask;
  readinessOf(service: string): Promise<Readiness>;
  /** Ends jobs, consumers and relays, then closes bus, cache and stores. Requests must have ended before. */
  close(): Promise<void>;
}

/**
 * Opens a list of services on the URLs of the settings. Rejects when a URL or the data is unusable, with everything
 * closed that was opened; waits for a database or a broker that is not there yet.
 */
export async function openHost(services: readonly Service[], options: HostOptions): Promise<Host> {
  const shared = await openShared(services, options);
  try {
    return await openServices(services, shared, options.checkAnswers ?? false);
  } catch (error) {
    shared.stop.abort();
    await shared.bus.close(); // Closing it twice is harmless, and nothing else ends before it.
    await closeAll(shared);
    throw error;
  }
}

async function openServices(services: readonly Service[], shared: Shared, checkAnswers: boolean): Promise<Host> {
  const { closers } = shared;
  const members = await Promise.all(services.map((service) => openMember(service, shared)));
  for (const { service, contexts } of members) {
    for (const [name, answer] of answersOf(service.answers ?? [], contexts)) shared.answers.set(name, answer);
  }
  const moving: Promise<unknown>[] = [];
  // A relay ends only when the bus has let go of what it publishes, so the bus closes before the relays are awaited.
  closers.push(
    () => Promise.all(moving),
    () => shared.bus.close(),
    ...members.map(
      ({ counts }) =>
        () =>
          counts.close(),
    ),
  );
  const declared = declareQueues(shared);
  for (const member of members) await prepare(member, shared);
  await followAccess(shared);

  const listeners = new Map<string, Listener>();
  const neighbours = new Neighbours(listeners, urlsOf(shared.settings), shared.surroundings.id);
  closers.push(() => neighbours.close());
  for (const member of members) {
    await openMemory(member, shared, neighbours);
    listeners.set(member.service.name, listenerOfMember(member, shared, checkAnswers));
    neighbours.know(member.service.name, () => readinessOfMember(member, shared));
  }
  moving.push(...(await startMembers(members, shared, declared)));
  return hostOf(members, shared, listeners, neighbours);
}

function hostOf(members: readonly Member[], shared: Shared, listeners: Host['listeners'], neighbours: Neighbours): Host {
  const { answers, settings, surroundings, bus, metrics, log, ask, stop } = shared;
  return {
    listeners,
    internal: internalListener(answers, settings.internalSecret, surroundings.id),
    bus,
    metrics,
    log,
    ask,
    stores: new Map(members.flatMap(({ service, running }) => (running ? [[service.name, running.store]] : []))),
    readinessOf: (service) => neighbours.readinessOf(service),
    async close() {
      stop.abort();
      await closeAll(shared);
    },
  };
}
