import { randomUUIDv7 } from 'node:crypto';
import { hostname } from 'node:os';
import { type Bus, openBus } from '@signalbox/bus';
import { openCache } from '@signalbox/cache';
import { durableQueues, exchanges, fetchAccess, stateKeys } from '@signalbox/contracts';
import type { OpenParts, Service, Settings } from '@signalbox/kit';
import type { Logger } from 'pino';
import { AccessReplica } from '../access/access-replica.ts';
import { type Askable, asker } from '../questions/ask.ts';
import { bestEffort } from './best-effort-cache.ts';
import type { Ask } from '../runtime/contexts.ts';
import { openLog } from '../runtime/log.ts';
import { type Metrics, openMetrics } from '../runtime/metrics.ts';
import { pause } from '@signalbox/timing';
import type { Surroundings } from '../runtime/runtime.ts';

/** What all services of a process share while it opens. */
export interface Shared {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly surroundings: Surroundings;
  readonly bus: Bus;
  readonly cache: OpenParts['cache'];
  readonly access: AccessReplica;
  readonly ask: Ask;
  readonly owner: string;
  readonly stop: AbortController;
  /** What services of this process answer, by the question's name; filled while they open. */
  readonly answers: Map<string, Askable>;
  /** Ends what was opened, last first. */
  readonly closers: (() => unknown)[];
}

/** What is opened before any service. `bus` is one that is open already. */
export interface SharedOptions {
  readonly settings: Settings;
  readonly surroundings?: Partial<Surroundings>;
  readonly bus?: Bus;
}

/** Opens bus and cache, and the access replica, which holds nothing until `followAccess`. */
export async function openShared(services: readonly Service[], options: SharedOptions): Promise<Shared> {
  const { settings } = options;
  const surroundings = surroundingsOf(options.surroundings);
  const log = openLog(settings.logLevel);
  const report = (trouble: unknown) => log.warn({ err: trouble }, 'the bus is in trouble');
  const bus = options.bus ?? (await openBus(settings.busUrl, { prefix: settings.busPrefix, report }));
  const [cache, localCache] = await Promise.all([
    openCache(settings.cacheUrl, { prefix: settings.cachePrefix }),
    openCache('memory:', { prefix: '' }),
  ]);
  const answers = new Map<string, Askable>();
  const { ask, close: closeAsker } = asker(answers, urlsOf(settings), settings.internalSecret, services.map(({ name }) => name).join('+'));
  const access = new AccessReplica({ fetch: () => ask(fetchAccess, {}), warn: (message, detail) => log.warn({ err: detail }, message) });
  return {
    settings,
    log,
    metrics: openMetrics(),
    surroundings,
    bus,
    cache: bestEffort(cache, localCache),
    access,
    ask,
    answers,
    owner: `${hostname()}:${process.pid}:${surroundings.id().slice(-12)}`,
    stop: new AbortController(),
    closers: [() => Promise.all([cache.close(), localCache.close()]), closeAsker, () => access.close()],
  };
}

function surroundingsOf(given: Partial<Surroundings> = {}): Surroundings {
  return { now: () => new Date(), random: Math.random, id: randomUUIDv7, pass: () => undefined, ...given };
}

/** Where other services listen, by name, as far as the settings say. */
export function urlsOf(settings: Settings): ReadonlyMap<string, string> {
  const known = {
    identity: settings.identityUrl,
    toggles: settings.togglesUrl,
    delivery: settings.deliveryUrl,
    playground: settings.playgroundUrl,
    audit: settings.auditUrl,
  };
  return new Map(Object.entries(known).flatMap(([name, url]) => (url ? [[name, url]] : [])));
}

/** Makes every durable queue exist, in the background: nothing is published before, and nothing else waits for it. */
export async function declareQueues({ bus, log, stop }: Shared): Promise<void> {
  while (!stop.signal.aborted) {
    try {
      return await bus.declare(Object.values(durableQueues));
    } catch (error) {
      log.warn({ err: error }, 'the message broker does not answer yet (BUS_URL)');
      await pause(1000, stop.signal);
    }
  }
}

/** Subscribes first and fetches then, so that nothing falls between the two. Waits for identity in the background. */
export async function followAccess({ bus, access, log }: Shared): Promise<void> {
  const bindings = [stateKeys.access, stateKeys.accessHeartbeat].map((pattern) => ({ exchange: exchanges.state, pattern }));
  const refetch = () => void access.catchUp();
  await bus.subscribe({ kind: 'broadcast', bindings, connected: refetch }, async (messages) => {
    for (const { body } of messages) {
      const { version, revision } = JSON.parse(body) as { version?: number; revision?: number };
      void access.reach(version ?? revision ?? 0);
    }
  });
  await access.refresh().catch((error: unknown) => {
    log.warn({ err: error }, 'identity does not answer yet: nothing is allowed until it does');
    void access.reach(0);
  });
}

/** Closes the last opened first; one that cannot be closed leaves the others no less closed. */
export async function closeAll({ closers, log }: Shared): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'something did not close');
    }
  }
}
