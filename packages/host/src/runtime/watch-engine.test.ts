import { ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { sampleService } from '../sample-service.fixture.ts';

describe('the metrics of the engine', () => {
  let app: TestApp;
  before(async () => {
    app = await start([sampleService()]);
  });
  after(() => app.close());

  const valueOf = async (name: string, state?: string): Promise<number> => {
    const { values = [] } = (await app.host.metrics.registry.getSingleMetric(name)?.get()) ?? {};
    return values.find(({ labels }) => (labels as { state?: string }).state === state)?.value ?? Number.NaN;
  };

  it('show the lag of a blocked event loop, once', async () => {
    await eventually(async () => {
      // The timer that measures the lag must fire before and after: it loses the interval in which it is read.
      await pause(120);
      const end = performance.now() + 250;
      while (performance.now() < end);
      await pause(120);
      const lag = await valueOf('signalbox_event_loop_lag_seconds');
      ok(lag > 0.1 && lag < 5, String(lag));
    });
    await eventually(async () => ok((await valueOf('signalbox_event_loop_lag_seconds')) < 0.1));
  });

  it('show the heap with its limit, and the time of garbage collections', async () => {
    ok((await valueOf('signalbox_heap_bytes', 'used')) < (await valueOf('signalbox_heap_bytes', 'limit')));
    const before = await valueOf('signalbox_gc_seconds_total');
    await eventually(async () => {
      const garbage = Array.from({ length: 200_000 }, (_, index) => ({ index }));
      ok(garbage.length > 0 && (await valueOf('signalbox_gc_seconds_total')) > before);
    });
  });
});
