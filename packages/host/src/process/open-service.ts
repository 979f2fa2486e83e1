import { type DurableQueue, Failure, system } from '@signalbox/contracts';
import { type Opened, type OpenParts, openSlots, type Readiness, type Service, SettingsProblem } from '@signalbox/kit';
import { faultOf, type MeasureStatement, openStore, readOutbox, type Store } from '@signalbox/store';
import { retry } from '@signalbox/timing';
import { listenerOf } from '../http/listener.ts';
import { tracedUpstreams } from '../http/trace-requests.ts';
import { principalReader } from '../http/identify.ts';
import { consumeShared } from '../messaging/consume.ts';
import { consumeCounts } from '../messaging/consume-counts.ts';
import { openCounts } from '../messaging/send-counts.ts';
import { deadLetterRoutes } from '../messaging/dead-letters.ts';
import { broadcastToListeners, listenToStates } from '../messaging/listen-to-states.ts';
import { runRelay } from '../messaging/relay.ts';
import { tracedAsk } from '../questions/ask.ts';
import { checkKeys } from './check-keys.ts';
import { Alarm } from '../runtime/alarm.ts';
import { openContext } from '../runtime/contexts.ts';
import { reportMetric } from '../runtime/metrics.ts';
import { isStored, type ProcessRuntime, type ServiceRuntime, stored } from '../runtime/runtime.ts';
import { responds, watchService } from '../runtime/watch-service.ts';
import { runJobs } from './jobs.ts';
import type { OpenProcess } from './open-process.ts';
import { type Peer, readinessOf as readinessOfPeer } from './peers.ts';

/** A service with its open part in memory. */
export interface OpenService extends Peer {
  readonly runtime: ServiceRuntime;
  readonly opened: Opened;
}

/** Opens a service's database and creates its runtime. */
export async function openRuntime(service: Service, { runtime, stores, closers }: OpenProcess): Promise<ServiceRuntime> {
  const store = service.migrations ? (stores.get(service.name) ?? (await openMigrated(service, runtime))) : null;
  if (store) closers.push(() => store.close());
  const tracer = runtime.tracing?.tracerOf(service.name) ?? null;
  const ask = tracer ? tracedAsk(runtime.ask, tracer) : runtime.ask;
  const opened = {
    ...runtime,
    ask,
    service,
    tracer,
    store,
    outbox: new Alarm(),
    counts: openCounts(runtime, service.name),
    ownSlot: openSlots(() => undefined),
  };
  watchService(opened);
  return opened;
}

const startAttempts = 60;
const startPauseMs = 1000;

/** Opens and migrates the database. Waits up to a minute for a database that is not up yet. */
function openMigrated({ name, entities = [], migrations = [] }: Service, { settings, log, metrics, stop }: ProcessRuntime): Promise<Store> {
  const { databasePrefix: prefix, dataDir, databaseConnections: connections, deadlineFactor } = settings;
  const limits = { connections, statementMs: settings.databaseStatementMs, lockMs: settings.databaseLockMs };
  const measure: MeasureStatement = (statement, seconds) => metrics.statements.observe({ service: name, statement }, seconds);
  const report = (error: unknown) => log.error({ err: error, service: name }, 'the database file cannot grow; its log grows instead');
  const workspace = { service: name, prefix, dataDir, limits, deadlineFactor, measure, report };
  const open = async () => {
    let store: Store | undefined;
    try {
      store = await openStore(settings.databaseUrl, workspace, { entities, migrations });
      await store.migrate();
      return store;
    } catch (error) {
      await store?.close();
      refuseUnusable(error, name);
      throw error;
    }
  };
  return retry(open, {
    waitMs: () => startPauseMs,
    again: (error, attempt) => attempt < startAttempts && !(error instanceof SettingsProblem),
    failed: (error) => log.warn({ err: error, service: name }, 'the database does not respond yet (DATABASE_URL)'),
    stop,
  });
}

/** Error codes by the setting at fault. */
const unusable = {
  DATA_DIR: /^(?:EACCES|EEXIST|ENOENT|ENOTDIR|EPERM|EROFS|SQLITE_(?:CANTOPEN|NOTADB|READONLY))$/,
  DATABASE_URL: /^(?:ER_ACCESS_DENIED(?:_NO_PASSWORD)?_ERROR|ER_DBACCESS_DENIED_ERROR|STORE_SCHEMA|STORE_URL|HANDSHAKE_NO_SSL_SUPPORT)$/,
};

/** Throws a `SettingsProblem` for errors that waiting cannot fix: a read-only folder, or a wrong password. */
function refuseUnusable(error: unknown, service: string): void {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = String((current as { code?: unknown }).code);
    for (const [setting, codes] of Object.entries(unusable))
      if (codes.test(code)) throw new SettingsProblem(`${setting} cannot be used for the data of ${service}: ${current.message}.`);
  }
}

const prepareAttempts = 5;

/** Checks the keys of stored secrets, then creates default data. Retries after lost races, and while the database is overloaded. */
export async function prepare(runtime: ServiceRuntime, notify: OpenProcess['notify']): Promise<void> {
  const { service, settings, log, stop } = runtime;
  if (!isStored(runtime) || !(service.encrypted || service.prepare)) return;
  const run = async () => {
    await checkKeys(runtime);
    await service.prepare?.(openContext(runtime, system), settings, notify);
  };
  const race = () =>
    retry(run, {
      waitMs: () => 0,
      again: (error, attempt) => attempt < prepareAttempts && !(error instanceof Failure) && faultOf(error) === 'duplicate',
    });
  await retry(race, {
    waitMs: () => startPauseMs,
    again: (error, attempt) => attempt < startAttempts && (isAbsence(error) || faultOf(error) === 'conflict'),
    failed: (error) => log.warn({ err: error, service: service.name }, 'the default data cannot be written yet (DATABASE_URL)'),
    stop,
  });
}

/** Returns true if the database is unavailable, by its own error or the refusal of a unit of work. */
const isAbsence = (error: unknown): boolean =>
  error instanceof Failure ? error.name === 'UnavailableError' : faultOf(error) === 'unavailable';

/** Opens the part of the service that lives in memory, and its routes. */
export async function openService(runtime: ServiceRuntime, process: OpenProcess): Promise<OpenService> {
  const { service } = runtime;
  const opened = (await service.open?.(partsOf(runtime, process))) ?? {};
  if (opened.close) process.closers.push(opened.close);
  const routes = [...service.routes, ...(isStored(runtime) ? Object.values(deadLetterRoutes(service, () => runtime)) : [])];
  return { runtime, opened, listener: listenerOf(runtime, opened, routes), readiness: () => readinessOf(runtime, opened) };
}

function partsOf(runtime: ServiceRuntime, { peers, closers }: OpenProcess): OpenParts {
  const { settings, surfaces, cache, access, ask, slot, effects, log, bus, metrics, service, tracer } = runtime;
  const upstreams: OpenParts['upstreams'] = { get: (name) => peers.get(name)?.listener };
  const warn = (message: string, detail?: unknown) => log.warn({ err: detail, service: service.name }, message);
  return {
    ...effects,
    settings,
    surfaces,
    cache,
    access,
    ask,
    slot,
    warn,
    log: (level, message, fields) => log[level]({ ...fields, service: service.name }, message),
    identify: principalReader(access, effects),
    upstreams: tracer ? tracedUpstreams(upstreams, tracer) : upstreams,
    readinessOf: (name) => readinessOfPeer(peers, name),
    dataDir: settings.dataDir,
    ownMessages: async (after, limit) => readOutbox(stored(runtime).store.reader(), after, limit),
    reader: () => stored(runtime).store.reader(),
    report(metric, read) {
      if (!service.metrics?.includes(metric))
        throw new Error(`${service.name} reports the metric ${metric.name}, which it does not declare`);
      reportMetric(metrics.registry, metric, read);
    },
    metrics: () => metrics.registry.metrics(),
    listen: listenToStates(bus),
    broadcast: broadcastToListeners(runtime, service.surface),
    every(everyMs, task) {
      const timer = setInterval(() => {
        Promise.resolve()
          .then(task)
          .catch((error: unknown) => warn('a repeated task failed', error));
      }, everyMs);
      closers.push(() => clearInterval(timer));
    },
  };
}

/** Readiness of a service, with a sentence for each missing part. */
async function readinessOf({ store, bus }: ServiceRuntime, { ready, degraded }: Opened): Promise<Readiness> {
  const missing = sentences(ready?.(), !store || (await responds(store)) ? null : 'The database does not respond (DATABASE_URL).');
  const late = sentences(bus.connected ? null : 'The message broker does not respond (BUS_URL).', degraded?.());
  const state = missing.length > 0 ? 'away' : late.length > 0 ? 'degraded' : 'ready';
  return { state, reason: [...missing, ...late].join(' ') || null };
}

const sentences = (...parts: (string | null | undefined)[]): string[] => parts.filter((part) => typeof part === 'string');

/** Starts consuming the service's queues. */
export async function startConsumers({ runtime, opened }: OpenService): Promise<void> {
  const { service } = runtime;
  if (isStored(runtime)) {
    for (const consumer of service.consumers ?? []) await consumeShared(runtime, consumer, queueOf(service, consumer.queue));
  }
  for (const consumer of service.counts ?? []) await consumeCounts(runtime, opened.state, consumer, queueOf(service, consumer.queue));
}

function queueOf({ surface }: Service, name: string): DurableQueue {
  const found = surface.queues?.find(({ queue }) => queue === name);
  if (!found) throw new Error(`${surface.name} reads the queue ${name}, which its surface does not declare`);
  return found;
}

/** Runs jobs and, after `declared`, the relay. Resolves when the process stops and all of them have ended. */
export async function runService({ runtime, opened }: OpenService, declared: Promise<void>): Promise<void> {
  if (!isStored(runtime)) return;
  await Promise.all([declared.then(() => runRelay(runtime)), runJobs(runtime, opened.state)]);
}
