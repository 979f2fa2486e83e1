import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { countDeadLetters, readOutboxBacklog, type Store } from '@signalbox/store';
import type { Tracing } from '@signalbox/tracing';
import type { Metrics } from './metrics.ts';
import type { ProcessRuntime, ServiceRuntime, StoredRuntime } from './runtime.ts';
import { isStored } from './runtime.ts';
import product from '../../package.json' with { type: 'json' };

/** Measures the process as a whole. */
export function watchProcess({ metrics, bus, access, tracing }: ProcessRuntime): void {
  metrics.watch('build', () => [{ labels: { version: product.version, node: process.version }, value: 1 }]);
  metrics.watch('memory', () => [{ labels: {}, value: process.memoryUsage.rss() }]);
  metrics.watch('processor', () => [{ labels: {}, value: processorSeconds() }]);
  metrics.watch('bus', () => [{ labels: {}, value: Number(bus.connected) }]);
  metrics.watch('droppedSpans', () =>
    Object.entries(tracing?.dropped ?? nothingDropped).map(([reason, value]) => ({ labels: { reason }, value })),
  );
  metrics.watch('accessAge', () => [{ labels: {}, value: access.follower.ageMs / 1000 }]);
}

const nothingDropped: Tracing['dropped'] = { 'queue full': 0, 'not sent': 0 };

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** Measures a service's database, and starts its counters at 0, so that the first increase is visible. */
export function watchService(runtime: ServiceRuntime): void {
  if (!isStored(runtime)) return;
  const { metrics, store, effects } = runtime;
  const service = runtime.service.name;
  beginCounters(runtime);
  metrics.watch('database', async () => [{ labels: { service }, value: Number(await responds(store)) }]);
  metrics.watch('outboxMessages', async () => [{ labels: { service }, value: (await readOutboxBacklog(store.reader())).messages }]);
  metrics.watch('outboxAge', async () => {
    const { oldest } = await readOutboxBacklog(store.reader());
    return [{ labels: { service }, value: oldest ? Math.max(0, effects.now().getTime() - oldest.getTime()) / 1000 : 0 }];
  });
  metrics.watch('deadLetters', async () => [{ labels: { service }, value: await countDeadLetters(store.reader()) }]);
  metrics.watch('connections', () => {
    const { used, idle } = store.connections();
    return [
      { labels: { service, state: 'used' }, value: used },
      { labels: { service, state: 'idle' }, value: idle },
    ];
  });
  metrics.watch('waiters', () => [{ labels: { service }, value: store.connections().waiting }]);
}

/** Returns true while the database responds. */
export const responds = (store: Store): Promise<boolean> =>
  store.ping().then(
    () => true,
    () => false,
  );

function beginCounters({ metrics, service: { name: service, consumers = [] } }: StoredRuntime): void {
  metrics.reruns.inc({ service }, 0);
  metrics.published.inc({ service }, 0);
  if (consumers.length === 0) return;
  for (const outcome of ['done', 'repeated', 'dead letter']) metrics.handled.inc({ service, outcome }, 0);
}

/** Each check wakes the process, so frequent ones cost an idle process more than everything else. */
const resolutionMs = 100;

/** Measures the event loop, the heap and garbage collection of this process. Returns a function that ends it. */
export function watchEngine(metrics: Pick<Metrics, 'watch'>): () => void {
  const intervals = monitorEventLoopDelay({ resolution: resolutionMs });
  intervals.enable();
  let collectingMs = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectingMs += duration;
  });
  collections.observe({ entryTypes: ['gc'] });
  metrics.watch('loopLag', () => {
    // The timer measures intervals between its own calls.
    const lagMs = Math.max(0, intervals.percentile(99) / 1e6 - resolutionMs);
    intervals.reset();
    return [{ labels: {}, value: lagMs / 1000 }];
  });
  metrics.watch('heap', () => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    return [
      { labels: { state: 'used' }, value: used },
      { labels: { state: 'limit' }, value: limit },
    ];
  });
  metrics.watch('collecting', () => [{ labels: {}, value: collectingMs / 1000 }]);
  return () => {
    intervals.disable();
    collections.disconnect();
  };
}
