import assert from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { type Cache, type CacheOptions, CacheUnavailable } from './cache.ts';

/** Behavior of every adapter of the port. `open` opens a cache that shares nothing with another prefix. */
export function describeCache(title: string, open: (options?: CacheOptions) => Promise<Cache>): void {
  describe(title, () => {
    let cache: Cache;
    beforeEach(async () => {
      cache = await open();
    });
    afterEach(() => cache.close());

    describeValues(() => cache);
    describeCounts(() => cache);

    it('separates prefixes', async () => {
      const other = await open({ prefix: 'another-' });
      await cache.set('shared', 'here', 60_000);
      await cache.count('shared', 60_000);
      assert.equal(await other.get('shared'), null);
      assert.equal((await other.count('shared', 60_000)).count, 1);
      await other.set('shared', 'there', 60_000);
      assert.equal((await cache.get('shared'))?.toString(), 'here');
      await other.close();
    });

    it('is connected until it is closed, and rejects afterwards', async () => {
      assert.equal(cache.connected, true);
      await cache.close();
      await eventually(() => !cache.connected);
      await assert.rejects(cache.get('a'), CacheUnavailable);
      await assert.rejects(cache.set('a', 'b', 1000), CacheUnavailable);
      await assert.rejects(cache.count('a', 1000), CacheUnavailable);
      await cache.close();
    });
  });
}

function describeValues(cache: () => Cache): void {
  it('returns null for a key that was never set', async () => {
    assert.equal(await cache().get('never'), null);
  });

  it('returns every byte of a binary value', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await cache().set('bytes', bytes, 60_000);
    assert.deepEqual(await cache().get('bytes'), bytes);
  });

  it('returns an empty value, which is not a miss', async () => {
    await cache().set('empty', '', 60_000);
    assert.deepEqual(await cache().get('empty'), Buffer.alloc(0));
  });

  it('returns text as UTF-8, under keys of any script', async () => {
    for (const key of ['zwölf Boxkämpfer', '開発環境', '🚂🚃', 'with space\nand line', '{braces}*?[a]']) {
      await cache().set(key, `value of ${key}`, 60_000);
      assert.equal((await cache().get(key))?.toString(), `value of ${key}`);
    }
  });

  it('returns a value of a megabyte', async () => {
    const value = Buffer.alloc(1024 * 1024, 'signalbox');
    await cache().set('large', value, 60_000);
    assert.ok((await cache().get('large'))?.equals(value));
  });

  it('stores a copy: changing the given or returned buffer has no effect', async () => {
    const given = Buffer.from('value');
    await cache().set('copied', given, 60_000);
    given.fill('x');
    (await cache().get('copied'))?.fill('y');
    assert.equal((await cache().get('copied'))?.toString(), 'value');
  });

  it('replaces a value and its time to live', async () => {
    await cache().set('replaced', 'first', 1);
    await cache().set('replaced', 'second', 60_000);
    await cache().set('as short as the first', 'goes', 1);
    await eventually(async () => (await cache().get('as short as the first')) === null);
    assert.equal((await cache().get('replaced'))?.toString(), 'second');
  });

  it('drops a value when its time is over, and not before', async () => {
    await cache().set('long', 'stays', 60_000);
    await cache().set('short', 'goes', 40);
    await eventually(async () => (await cache().get('short')) === null);
    assert.equal((await cache().get('long'))?.toString(), 'stays');
  });

  it('rejects a time to live that is not positive', async () => {
    await assert.rejects(cache().set('refused', 'value', 0), RangeError);
    await assert.rejects(cache().set('refused', 'value', Number.NaN), RangeError);
    assert.equal(await cache().get('refused'), null);
  });
}

function describeCounts(cache: () => Cache): void {
  it('counts up in one window of constant length', async () => {
    const first = await cache().count('steps', 60_000);
    const second = await cache().count('steps', 60_000);
    assert.deepEqual([first.count, second.count], [1, 2]);
    assert.ok(first.resetMs > 0 && first.resetMs <= 60_000);
    assert.ok(second.resetMs > 0 && second.resetMs <= first.resetMs);
  });

  it('counts from one again when the window is over', async () => {
    await cache().count('window', 200);
    assert.equal((await cache().count('window', 200)).count, 2);
    await eventually(async () => (await cache().count('window', 200)).count === 1);
  });

  it('returns a hundred different numbers for a hundred concurrent counts', async () => {
    const counts = await Promise.all(Array.from({ length: 100 }, () => cache().count('crowd', 60_000)));
    const numbers = counts.map(({ count }) => count).sort((a, b) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('counts keys separately from each other, and from values of the same name', async () => {
    await cache().count('one', 60_000);
    await cache().set('two', 'value', 60_000);
    assert.equal((await cache().count('two', 60_000)).count, 1);
    assert.equal(await cache().get('one'), null);
  });
}
