import { hostname } from 'node:os';
import { type Bus, openBus } from '@signalbox/bus';
import { openCache } from '@signalbox/cache';
import { fetchAccess } from '@signalbox/contracts';
import { type Notice, openSlots, type Service, type Settings, type Surface, urlSettingOf } from '@signalbox/kit';
import type { Store } from '@signalbox/store';
import type { Tracing } from '@signalbox/tracing';
import type { Logger } from 'pino';
import { AccessReplica } from '../access/access-replica.ts';
import { addressSignatures } from '../http/address-signature.ts';
import type { ForwardingParts } from '../http/forward.ts';
import { followedByAccess } from '../access/follow-access.ts';
import { type Askable, asker } from '../questions/ask.ts';
import type { AskingParts } from '../questions/question-wire.ts';
import { type Effects, effectsOf } from '../runtime/effects.ts';
import type { Instrument } from '../runtime/instrument.ts';
import { openLog } from '../runtime/log.ts';
import { openMetrics } from '../runtime/metrics.ts';
import { openTraces } from '../runtime/open-traces.ts';
import type { ProcessRuntime } from '../runtime/runtime.ts';
import { watchEngine, watchProcess } from '../runtime/watch-service.ts';
import { bestEffort } from './best-effort-cache.ts';
import type { Peers } from './peers.ts';

/** Options for opening a host. */
export interface HostOptions {
  readonly settings: Settings;
  /** All services of the product, in any process (default: those of this process). */
  readonly surfaces?: readonly Surface[];
  /** Replacements for the machine's clock, randomness and ids. */
  readonly effects?: Partial<Effects>;
  /** Shows a notice to the operator. */
  readonly notify?: (notice: Notice) => void;
  readonly instrument?: Instrument;
  /** An open bus to use. */
  readonly bus?: Bus;
  /** Open and migrated databases to use, by service name. */
  readonly stores?: ReadonlyMap<string, Store>;
}

/** A process in any phase: its runtime, and the parts that opening services adds. */
export interface OpenProcess {
  readonly runtime: ProcessRuntime;
  readonly peers: Peers;
  /** Answers of the services of this process, by question name. */
  readonly answers: Map<string, Askable>;
  readonly notify: (notice: Notice) => void;
  /** Databases that were open before. */
  readonly stores: ReadonlyMap<string, Store>;
  /** Closes the opened parts, last first. */
  readonly closers: (() => unknown)[];
  /** Signals all running parts to end. */
  readonly end: () => void;
}

/** Opens bus and cache, and the access replica, which stays empty until it is followed. */
export async function openProcess(services: readonly Service[], options: HostOptions): Promise<OpenProcess> {
  const { settings, surfaces = services.map(({ surface }) => surface), instrument = {}, notify = () => undefined } = options;
  const effects = effectsOf(options.effects);
  const owner = `${hostname()}:${process.pid}:${effects.id().slice(-12)}`;
  const tracing = await openTraces(settings, { instance: owner, warn: (message, detail) => log.warn({ err: detail }, message) });
  const log = openLog(settings.logLevel, undefined, tracing ? () => idsOf(tracing) : undefined);
  const report = (problem: unknown) => log.warn({ err: problem }, 'the bus reported an error');
  const bus = options.bus ?? (await openBus(settings.busUrls, { prefix: settings.busPrefix, report }));
  const [cache, localCache] = await Promise.all([
    openCache(settings.cacheUrls, { prefix: settings.cachePrefix }),
    openCache(['memory:'], { prefix: '' }),
  ]);
  const answers = new Map<string, Askable>();
  const traceparent = () => tracing?.active?.traceparent;
  const connectTimeoutMs = 1000 * settings.deadlineFactor;
  const self = {
    name: services.map(({ name }) => name).join('+'),
    secrets: settings.internalSecrets,
    log,
    effects,
    traceparent,
    connectTimeoutMs,
  };
  const peers = await peersAt(urlsOf(surfaces, settings), { ...self, ...addressSignatures(settings.internalSecrets) });
  const ask = asker(answers, (service) => peers.get(service)?.ask, settings);
  const access = new AccessReplica({
    fetch: () => ask(fetchAccess, {}),
    warn: (message, detail) => log.warn({ err: detail }, message),
    now: () => effects.now().getTime(),
    waitMs: 1000 * settings.deadlineFactor,
  });
  const stopping = new AbortController();
  const runtime: ProcessRuntime = {
    settings,
    surfaces,
    effects,
    instrument,
    log,
    metrics: openMetrics(),
    tracing,
    bus,
    cache: bestEffort(cache, localCache),
    access,
    isFollowedByAccess: followedByAccess(surfaces),
    ask,
    slot: openSlots(() => undefined),
    owner,
    stop: stopping.signal,
  };
  watchProcess(runtime);
  const closers = [
    watchEngine(runtime.metrics),
    () => tracing?.close(),
    () => Promise.all([cache.close(), localCache.close()]),
    () => access.follower.close(),
    () => Promise.all([...peers.values()].map(async (peer) => peer.close?.())),
  ];
  return { runtime, peers, answers, notify, stores: options.stores ?? new Map(), closers, end: () => stopping.abort() };
}

/** Trace ids for a log line. */
const idsOf = ({ active }: Tracing): object => (active ? { traceId: active.traceId, spanId: active.spanId } : {});

/** Addresses of services in other processes, by name, according to the settings. */
const urlsOf = (surfaces: readonly Surface[], settings: Settings): [name: string, url: string][] =>
  surfaces.flatMap((surface) => {
    const url = surface.isPublic ? null : settings.get(urlSettingOf(surface));
    return url ? [[surface.name, url]] : [];
  });

/** Their module loads an HTTP client, so it is imported only if there are any. */
async function peersAt(urls: readonly [name: string, url: string][], parts: ForwardingParts & AskingParts): Promise<Peers> {
  if (urls.length === 0) return new Map();
  const { serviceElsewhere } = await import('./service-elsewhere.ts');
  return new Map(urls.map(([service, url]) => [service, serviceElsewhere(service, url, parts)]));
}

/** Closes everything, last first. An error does not prevent closing the rest. */
export async function closeAll(closers: OpenProcess['closers'], log: Logger): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, 'closing a part of the process failed');
    }
  }
}
