import { deepEqual } from 'node:assert/strict';
import { Failure } from '@signalbox/contracts';
import { type OpenParts, service, surface } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { delayMs, LogInDelays } from './log-in-delays.ts';

describe('the delay of logins', () => {
  it('starts after five refusals, doubles each time, and ends at five minutes', () => {
    deepEqual([0, 4, 5, 6, 7, 12, 13, 1000].map(delayMs), [0, 0, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
  });

  describe('for attempts that read the cache before any of them writes', () => {
    let app: TestApp;
    let parts: OpenParts;
    let clock = Date.parse('2026-03-01T12:00:00.000Z');
    before(async () => {
      const guarded = service({
        surface: surface({ name: 'guarded' }),
        routes: [],
        open: async (opened) => {
          parts = opened;
          return { state: undefined };
        },
      });
      app = await start([guarded], { effects: { now: () => new Date(clock) } });
    });
    after(() => app.close());

    /** Number of concurrent attempts that are let through. */
    async function letThrough(account: string, attempts: number): Promise<number> {
      const { cache } = parts;
      const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
      let reads = 0;
      const get = async (key: string) => {
        const stored = await cache.get(key);
        reads += 1;
        if (reads === attempts) resolve();
        await allHaveRead;
        return stored;
      };
      const delays = new LogInDelays({ ...parts, cache: { ...cache, get } });
      const begun = await Promise.allSettled(Array.from({ length: attempts }, () => delays.begin(account, '203.0.113.1')));
      const refusals = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
      deepEqual(
        refusals.map((reason) => reason instanceof Failure && reason.name),
        refusals.map(() => 'RateLimitError'),
      );
      return attempts - refusals.length;
    }

    it('lets five attempts through, then one after each delay', async () => {
      deepEqual([await letThrough('ann', 40), await letThrough('ann', 40)], [5, 0]);
      clock += 300_000;
      deepEqual([await letThrough('ann', 40), await letThrough('bob', 3), await letThrough('bob', 40)], [1, 3, 2]);
    });
  });
});
