import { durableQueues, exchanges, Failure, system } from '@signalbox/contracts';
import { type Listener, type Opened, type OpenParts, type Readiness, type Service, SettingsProblem } from '@signalbox/kit';
import { faultOf, openStore, type Store } from '@signalbox/store';
import { listenerOf } from '../http/listener.ts';
import { consumeShared } from '../messaging/consume.ts';
import { noRequest, openContexts, type OpenContexts } from '../runtime/contexts.ts';
import { consumeCounts, openCounts } from '../messaging/counts.ts';
import { principalReader } from '../http/identify.ts';
import { runJobs } from './jobs.ts';
import { reportMetric } from '../runtime/metrics.ts';
import type { Neighbours } from './peers.ts';
import { startRelay } from '../messaging/relay.ts';
import { pause } from '@signalbox/timing';
import type { Running } from '../runtime/runtime.ts';
import type { Shared } from './open-process.ts';

/** One service on its way to being open. */
export interface Member {
  readonly service: Service;
  readonly running: Running | null;
  readonly contexts: OpenContexts;
  readonly counts: ReturnType<typeof openCounts>;
  readonly relay: { wake: () => void };
  opened: Opened;
}

/** Opens a service's store and its contexts; what it holds in memory comes later (`openMemory`). */
export async function openMember(service: Service, shared: Shared): Promise<Member> {
  const { access, settings, surroundings, log, metrics, ask, bus, closers } = shared;
  const relay = { wake: () => undefined as void };
  const store = service.migrations ? await openMigrated(service, shared) : null;
  if (store) closers.push(() => store.close());
  const running = store && { service, store, access, settings, surroundings, log, metrics, wakeRelay: () => relay.wake() };
  const counts = openCounts(bus, service.name, log);
  const contexts = openContexts({
    access,
    settings,
    surroundings,
    running,
    ask,
    count: (body) => counts.count(body),
    memory: () => member.opened.memory,
  });
  const member: Member = { service, running, contexts, counts, relay, opened: {} };
  return member;
}

const startPatienceMs = 60_000;

/** Opens and migrates; a database that is not there yet is waited for, for a minute. */
async function openMigrated(service: Service, { settings, log, stop }: Shared): Promise<Store> {
  const { name, entities = [], migrations = [] } = service;
  const begun = Date.now();
  for (;;) {
    let store: Store | undefined;
    try {
      const place = { service: name, prefix: settings.databasePrefix, dataDir: settings.dataDir };
      store = await openStore(settings.databaseUrl, place, { entities, migrations });
      await store.migrate();
      return store;
    } catch (error) {
      await store?.close();
      refuseUnusable(error, name);
      if (stop.signal.aborted || Date.now() - begun > startPatienceMs) throw error;
      log.warn({ err: error, service: name }, 'the database does not answer yet (DATABASE_URL)');
      await pause(1000, stop.signal);
    }
  }
}

const unusable: Readonly<Record<string, 'DATA_DIR' | 'DATABASE_URL'>> = {
  EACCES: 'DATA_DIR',
  EEXIST: 'DATA_DIR',
  ENOENT: 'DATA_DIR',
  ENOTDIR: 'DATA_DIR',
  EPERM: 'DATA_DIR',
  EROFS: 'DATA_DIR',
  SQLITE_CANTOPEN: 'DATA_DIR',
  SQLITE_NOTADB: 'DATA_DIR',
  SQLITE_READONLY: 'DATA_DIR',
  ER_ACCESS_DENIED_ERROR: 'DATABASE_URL',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'DATABASE_URL',
  ER_DBACCESS_DENIED_ERROR: 'DATABASE_URL',
  STORE_URL: 'DATABASE_URL',
  HANDSHAKE_NO_SSL_SUPPORT: 'DATABASE_URL',
};

/** Throws a `SettingsProblem` for what waiting does not change: a folder that cannot be written, or a wrong password. */
function refuseUnusable(error: unknown, service: string): void {
  for (let current = error; current instanceof Error; current = current.cause) {
    const setting = unusable[String((current as { code?: unknown }).code)];
    if (setting) throw new SettingsProblem(`${setting} cannot be used for the data of ${service}: ${current.message}.`);
  }
}

const prepareAttempts = 5;

/** Default data. Processes that start at the same moment race for it; the one that comes second looks again. */
export async function prepare({ service, running, contexts }: Member, { settings }: Shared): Promise<void> {
  if (!running || !service.prepare) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await service.prepare(contexts.open(system, noRequest), settings);
    } catch (error) {
      if (attempt === prepareAttempts || error instanceof Failure || faultOf(error) !== 'duplicate') throw error;
    }
  }
}

/** Opens what the service holds in memory. */
export async function openMemory(member: Member, shared: Shared, neighbours: Neighbours): Promise<void> {
  if (!member.service.open) return;
  member.opened = await member.service.open(partsOf(member, shared, neighbours));
  if (member.opened.close) shared.closers.push(member.opened.close);
}

function partsOf(member: Member, shared: Shared, neighbours: Neighbours): OpenParts {
  const { settings, cache, access, surroundings, log, bus, closers } = shared;
  return {
    settings,
    cache,
    access,
    identify: principalReader(access),
    ask: shared.ask,
    upstreams: neighbours.listeners,
    readinessOf: (name) => neighbours.readinessOf(name),
    dataDir: settings.dataDir,
    now: surroundings.now,
    random: surroundings.random,
    id: surroundings.id,
    report: (metric, read) => reportMetric(shared.metrics.registry, metric, read),
    metrics: () => shared.metrics.registry.metrics(),
    warn: (message, detail) => log.warn({ err: detail, service: member.service.name }, message),
    async listen(key, receive, connected) {
      const bindings = [{ exchange: exchanges.state, pattern: key }];
      await bus.subscribe({ kind: 'broadcast', bindings, connected }, async (messages) => {
        for (const { body } of messages) receive(JSON.parse(body));
      });
    },
    every(everyMs, task) {
      const timer = setInterval(() => {
        Promise.resolve()
          .then(task)
          .catch((error: unknown) => log.warn({ err: error, service: member.service.name }, 'a repeated task failed'));
      }, everyMs);
      closers.push(() => clearInterval(timer));
    },
  };
}

/** The service's routes, ready to listen. */
export function listenerOfMember({ service, running, contexts, opened }: Member, shared: Shared, checkAnswers: boolean): Listener {
  const { access, settings, log, metrics, surroundings } = shared;
  const readPrincipal = principalReader(access);
  return listenerOf({
    service,
    running,
    contexts,
    opened,
    access,
    settings,
    log,
    metrics,
    id: surroundings.id,
    readPrincipal,
    checkAnswers,
  });
}

/** What the service says of itself. */
export async function readinessOfMember({ running, opened }: Member, { bus }: Shared): Promise<Readiness> {
  const missing = opened.ready?.() ?? null;
  if (missing) return { state: 'away', reason: missing };
  try {
    await running?.store.ping();
  } catch {
    return { state: 'away', reason: 'its database does not answer' };
  }
  const reason = bus.connected ? (opened.degraded?.() ?? null) : 'the message broker does not answer';
  return { state: reason ? 'degraded' : 'ready', reason };
}

/** Starts what moves, consumers before relays, so that nothing is published before its readers exist. Answers what to await in the end. */
export async function startMembers(
  members: readonly Member[],
  { bus, log, stop, owner }: Shared,
  declared: Promise<void>,
): Promise<Promise<unknown>[]> {
  for (const { service, running, contexts } of members) {
    for (const consumer of running ? (service.consumers ?? []) : []) {
      await consumeShared(running as Running, bus, consumer, queueOf(consumer.queue), stop.signal);
    }
    for (const consumer of service.counts ?? []) await consumeCounts(bus, consumer, contexts, queueOf(consumer.queue), log);
  }
  return members.flatMap(({ running, contexts, relay }) => {
    if (!running) return [];
    const started = startRelay(running, bus, owner, stop.signal, declared);
    relay.wake = () => started.wake();
    return [started.ended, runJobs(running, contexts, owner, stop.signal)];
  });
}

function queueOf(name: string) {
  const queue = Object.values(durableQueues).find((known) => known.queue === name);
  if (!queue) throw new Error(`${name} is not a durable queue of contracts`);
  return queue;
}
