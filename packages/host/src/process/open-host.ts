import type { Bus } from '@signalbox/bus';
import type { Listener, Readiness, Service, Settings, Surface } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { Logger } from 'pino';
import { followAccess } from '../access/follow-access.ts';
import { declareQueues } from '../messaging/declare-queues.ts';
import { listenToStates } from '../messaging/listen-to-states.ts';
import { answersOf, internalListener } from '../questions/ask.ts';
import type { Effects } from '../runtime/effects.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Ask, ProcessRuntime } from '../runtime/runtime.ts';
import { closeAll, type OpenProcess, openProcess, type ProcessOptions } from './open-process.ts';
import { openRuntime, type OpenService, openService, prepare, runService, startConsumers } from './open-service.ts';

/** Options for opening a host. */
export type HostOptions = ProcessOptions;

/** Open services with their listeners. */
export interface Host {
  readonly listeners: ReadonlyMap<string, Listener>;
  /** Answers questions of other processes. */
  readonly internal: Listener;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly stores: ReadonlyMap<string, Store>;
  readonly surfaces: readonly Surface[];
  readonly settings: Settings;
  /** Asks a question as the services of this process do. */
  readonly ask: Ask;
  readonly effects: Effects;
  readonly cache: ProcessRuntime['cache'];
  readinessOf(service: string): Promise<Readiness>;
  /** Ends jobs, consumers and relays, then closes bus, cache and stores. Requests must have ended before. */
  close(): Promise<void>;
}

/**
 * Opens a list of services on the URLs of the settings. Waits for a database or broker that is not up yet. Rejects if a URL or the data is
 * unusable, after closing everything that was opened.
 */
export async function openHost(services: readonly Service[], options: HostOptions): Promise<Host> {
  const process = await openProcess(services, options);
  try {
    return hostOf(await openServices(services, process), process);
  } catch (error) {
    process.end();
    await process.runtime.bus.close(); // Closing it twice is harmless, and the relays end only after it.
    await closeAll(process.closers, process.runtime.log);
    throw error;
  }
}

async function openServices(services: readonly Service[], process: OpenProcess): Promise<OpenService[]> {
  const { runtime, peers, answers, closers, notify } = process;
  const runtimes = await Promise.all(services.map((service) => openRuntime(service, process)));
  for (const own of runtimes) for (const [name, answer] of answersOf(own)) answers.set(name, answer);
  const moving: Promise<unknown>[] = [];
  // A relay ends only when the bus has released its messages, so the bus closes before the relays are awaited.
  closers.push(
    () => Promise.all(moving),
    () => runtime.bus.close(),
    ...runtimes.map(({ counts }) => counts.close),
  );
  const declared = declareQueues(runtime);
  for (const own of runtimes) await prepare(own, notify);
  await followAccess(runtime.access, listenToStates(runtime.bus));
  const open: OpenService[] = [];
  for (const own of runtimes) {
    const service = await openService(own, process);
    peers.add(own.service.name, service);
    open.push(service);
  }
  // Consumers start before relays, so that nothing is published before its readers exist.
  for (const service of open) await startConsumers(service);
  moving.push(...open.map((service) => runService(service, declared)));
  return open;
}

function hostOf(open: readonly OpenService[], { runtime, peers, answers, closers, end }: OpenProcess): Host {
  const { settings, surfaces, effects, bus, cache, metrics, log, ask } = runtime;
  return {
    listeners: new Map(open.map(({ runtime: { service }, listener }) => [service.name, listener])),
    internal: internalListener(answers, settings.internalSecrets, effects.id),
    bus,
    metrics,
    log,
    surfaces,
    settings,
    ask,
    effects,
    cache,
    stores: new Map(open.flatMap(({ runtime: { service, store } }) => (store ? [[service.name, store]] : []))),
    readinessOf: (service) => peers.readinessOf(service),
    async close() {
      end();
      // Services take these counts while they are open.
      await Promise.all(open.map(({ runtime: { counts } }) => counts.flush()));
      await closeAll(closers, log);
    },
  };
}
