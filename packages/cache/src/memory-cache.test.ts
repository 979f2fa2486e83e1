import assert from 'node:assert/strict';
import { describeCache } from './cache.suite.ts';
import { openCache } from './open-cache.ts';

describeCache('cache in memory', (options) => openCache(['memory:'], options));

describe('cache in memory, with its own clock', () => {
  it('stores a value until the last millisecond of its time', async () => {
    let now = 1000;
    const cache = await openCache(['memory:'], { now: () => now });
    await cache.set('key', 'value', 500);
    now = 1499;
    assert.equal((await cache.get('key'))?.toString(), 'value');
    now = 1500;
    assert.equal(await cache.get('key'), null);
  });

  it('ends a window at its last millisecond', async () => {
    let now = 1000;
    const cache = await openCache(['memory:'], { now: () => now });
    assert.deepEqual(await cache.count('key', 500), { count: 1, resetMs: 500 });
    now = 1499;
    assert.deepEqual(await cache.count('key', 500), { count: 2, resetMs: 1 });
    now = 1500;
    assert.deepEqual(await cache.count('key', 500), { count: 1, resetMs: 500 });
  });

  it('evicts the least recently used entries when it is full', async () => {
    const cache = await openCache(['memory:'], { maxBytes: 3 * 1300 });
    for (const key of ['a', 'b', 'c']) await cache.set(key, Buffer.alloc(1024), 60_000);
    await cache.get('a');
    await cache.set('d', Buffer.alloc(1024), 60_000);
    const found = await Promise.all(['a', 'b', 'c', 'd'].map(async (key) => (await cache.get(key)) !== null));
    assert.deepEqual(found, [true, false, true, true]);
  });

  it('stores no value larger than its limit, and drops the previous one', async () => {
    const cache = await openCache(['memory:'], { maxBytes: 1024 });
    await cache.set('key', 'small', 60_000);
    await cache.set('key', Buffer.alloc(4096), 60_000);
    assert.equal(await cache.get('key'), null);
  });
});

describe('openCache', () => {
  it('rejects a scheme without an adapter', async () => {
    await assert.rejects(openCache(['mysql://localhost']), /no adapter for "mysql:", only for memory: redis: /);
    await assert.rejects(openCache(['nonsense']), /no adapter for ""/);
  });
});
