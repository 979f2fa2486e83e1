import type { Listener, Readiness, Service } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import { retry } from '@signalbox/timing';
import { followAccess } from '../access/follow-access.ts';
import { listenToStates } from '../messaging/listen-to-states.ts';
import { answersOf, internalListener } from '../questions/ask.ts';
import type { ProcessRuntime } from '../runtime/runtime.ts';
import { closeAll, type HostOptions, type OpenProcess, openProcess } from './open-process.ts';
import { openRuntime, type OpenService, openService, prepare, runService, startConsumers } from './open-service.ts';
import { readinessOf } from './peers.ts';

/** Open services with their listeners. */
export interface Host extends ProcessRuntime {
  readonly listeners: ReadonlyMap<string, Listener>;
  /** Answers questions of other processes. */
  readonly internal: Listener;
  readonly stores: ReadonlyMap<string, Store>;
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
    peers.set(own.service.name, { ...peers.get(own.service.name), ...service });
    open.push(service);
  }
  // Consumers start before relays, so that nothing is published before its readers exist.
  for (const service of open) await startConsumers(service);
  moving.push(...open.map((service) => runService(service, declared)));
  return open;
}

/** Declares all durable queues of the product in the background. Only publishing waits for it. */
async function declareQueues({ bus, log, stop, surfaces }: ProcessRuntime): Promise<void> {
  const queues = surfaces.flatMap(({ queues: own = [] }) => own);
  const failed = (error: unknown) => log.warn({ err: error }, 'the message broker does not respond yet (BUS_URL)');
  await retry(() => bus.declare(queues), { waitMs: () => 1000, failed, stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}

const hostOf = (open: readonly OpenService[], { runtime, peers, answers, closers, end }: OpenProcess): Host => ({
  ...runtime,
  listeners: new Map(open.map(({ runtime: { service }, listener }) => [service.name, listener])),
  internal: internalListener(answers, runtime.settings.internalSecrets, runtime),
  stores: new Map(open.flatMap(({ runtime: { service, store } }) => (store ? [[service.name, store]] : []))),
  readinessOf: (service) => readinessOf(peers, service),
  async close() {
    end();
    // Services take these counts while they are open.
    await Promise.all(open.map(({ runtime: { counts } }) => counts.flush()));
    await closeAll(closers, runtime.log);
  },
});
