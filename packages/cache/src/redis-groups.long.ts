import assert from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing/environment';
import { eventually } from '@signalbox/testing/eventually';
import { isInstalled, type RedisGroup, startRedisCluster, startSentinels } from '@signalbox/testing/servers';
import { type Cache, CacheUnavailable } from './cache.ts';
import { describeCache } from './cache.suite.ts';
import { openCache } from './open-cache.ts';

if (testEnvironment.way === 'distributed' && isInstalled('redis')) {
  describeGroup('Redis Sentinel', startSentinels);
  describeGroup('a Redis Cluster', startRedisCluster);
}

function describeGroup(title: string, start: () => Promise<RedisGroup>): void {
  describe(`on ${title}`, () => {
    let group: RedisGroup;
    let opened = 0;
    before(async () => {
      group = await start();
    });
    after(() => group?.close());

    const open = () => openCache(group.urls, { timeoutMs: 2000, prefix: `${opened++}-` });
    describeCache('a cache', async (options) => openCache(group.urls, { timeoutMs: 2000, prefix: `${opened++}-`, ...options }));

    describe('a cache whose primary is killed', () => {
      let cache: Cache;
      before(async () => {
        cache = await open();
        await eventually(() => cache.connected);
      });
      after(() => cache?.close());

      it('works on the new primary, without a restart', async () => {
        const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`);
        const works = async () => {
          for (const key of keys) await cache.set(key, key, 60_000);
          for (const key of keys) assert.equal((await cache.get(key))?.toString(), key);
          assert.ok((await cache.count('counted', 60_000)).count >= 1);
        };
        await works();
        await group.primary.stop();
        await eventually(() => works().then(() => true, isUnavailable));
      });
    });
  });
}

function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof CacheUnavailable);
  return false;
}
