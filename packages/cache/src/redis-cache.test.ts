import assert from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing/environment';
import { eventually } from '@signalbox/testing/eventually';
import { isInstalled, type PrivateServer, startPrivateRedis } from '@signalbox/testing/servers';
import { type Cache, CacheUnavailable } from './cache.ts';
import { describeCache } from './cache.suite.ts';
import { openCache } from './open-cache.ts';

const { redisUrl, prefix } = testEnvironment;

if (redisUrl !== undefined) {
  let opened = 0;
  describeCache('cache on Redis', (options) =>
    openCache([redisUrl], { timeoutMs: 2000, ...options, prefix: `${prefix}cache-${opened++}-` }),
  );

  describe('two caches on one Redis', () => {
    it('share values and counts', async () => {
      const [one, other] = await Promise.all([openShared(redisUrl), openShared(redisUrl)]);
      await one.set('key', 'value', 60_000);
      assert.equal((await other.get('key'))?.toString(), 'value');
      const counts = await Promise.all([one.count('n', 60_000), other.count('n', 60_000), one.count('n', 60_000)]);
      assert.deepEqual(
        counts.map(({ count }) => count).toSorted((a, b) => a - b),
        [1, 2, 3],
      );
      await Promise.all([one.close(), other.close()]);
    });
  });

  describeBadDays();
}

function openShared(url: string): Promise<Cache> {
  return openCache([url], { timeoutMs: 2000, prefix: `${prefix}cache-shared-` });
}

function describeBadDays(): void {
  describe('cache on a faulty Redis server', () => {
    let server: PrivateServer;
    let cache: Cache;

    before(async function () {
      if (!isInstalled('redis')) this.skip();
      server = await startPrivateRedis();
    });
    beforeEach(async () => {
      cache = await openCache([server.url]);
      await eventually(() => cache.connected);
    });
    afterEach(() => cache.close());
    after(() => server?.close());

    it('rejects within the deadline while the server is frozen, then at once, and works when it thaws', async () => {
      server.freeze();
      await assert.rejects(cache.get('key'), CacheUnavailable);
      await eventually(() => !cache.connected);
      await rejectsAtOnce(cache);
      server.thaw();
      await eventually(() => cache.connected);
      await cache.set('key', 'after the thaw', 60_000);
      assert.equal((await cache.get('key'))?.toString(), 'after the thaw');
    });

    it('rejects at once while the server is stopped, and works when it is started again', async () => {
      await server.stop();
      await eventually(() => !cache.connected);
      await rejectsAtOnce(cache);
      await server.start();
      await eventually(() => cache.connected);
      assert.equal((await cache.count('key', 60_000)).count, 1);
    });

    it('opens while the server is down, and works when it comes up', async () => {
      await server.stop();
      const early = await openCache([server.url]);
      assert.equal(early.connected, false);
      await assert.rejects(early.get('key'), CacheUnavailable);
      await server.start();
      await eventually(() => early.connected);
      assert.equal(await early.get('key'), null);
      await early.close();
      await eventually(() => cache.connected);
    });
  });
}

/** Rejects in this turn of the event loop, so without a deadline. */
async function rejectsAtOnce(cache: Cache): Promise<void> {
  const later = new Promise((resolve) => setImmediate(resolve, 'later'));
  await assert.rejects(Promise.race([cache.get('key'), later]), CacheUnavailable);
}
