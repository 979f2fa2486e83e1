import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metrics } from './metrics.ts';

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
