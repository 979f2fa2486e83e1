import assert from 'node:assert/strict';
import { assertTruthful, Bench, feature, segment, tick } from './rehearsal.fixture.ts';

describe('replica', () => {
  describe('at the start', () => {
    it('is empty, not ready and stale', () => {
      const { replica } = new Bench();
      assert.deepEqual([replica.ready, replica.stale, replica.view.revision], [false, true, 0]);
    });

    it('shows the complete state once all pages are there, and nothing before', async () => {
      const bench = new Bench();
      bench.source.change({ features: ['a', 'b', 'c'].map((name) => feature(name)), segments: [segment(1, 'x')] });
      bench.replica.resync();
      await bench.answer();
      assert.equal(bench.replica.ready, false);
      await bench.answer();
      assert.deepEqual([bench.replica.ready, bench.replica.stale, bench.replica.view.revision], [true, false, 1]);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('buffers messages that arrive before and during the snapshot', async () => {
      const bench = new Bench();
      bench.source.change({ features: [feature('a'), feature('b'), feature('c')] });
      bench.replica.apply(bench.source.change({ features: [feature('a', 'south')] }));
      bench.replica.resync();
      await bench.answer();
      const late = bench.source.change({ removedFeatures: ['c'] });
      bench.replica.apply(bench.source.change({ features: [feature('a', 'west')] }));
      await bench.answer();
      assert.equal(bench.replica.ready, false);
      bench.replica.apply(late);
      assert.equal(bench.replica.view.revision, 4);
      assertTruthful(bench.replica.view, bench.source);
    });
  });

  describe('pages', () => {
    it('stay hidden until the changes between their revisions have arrived', async () => {
      const bench = new Bench();
      bench.source.change({ features: [feature('a'), feature('b'), feature('x')] });
      bench.replica.resync();
      await bench.answer();
      const between = bench.source.change({ features: [feature('a', 'south')], removedFeatures: ['x'] });
      await bench.answer();
      assert.equal(bench.replica.ready, false);
      bench.replica.apply(between);
      assert.equal(bench.replica.ready, true);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('stay hidden until all changes that they may include have arrived', async () => {
      const bench = new Bench();
      bench.source.change({ features: [feature('a')] });
      bench.replica.resync();
      const meanwhile = bench.source.change({ features: [feature('a', 'south')] });
      bench.fetches.shift()?.answer({ ...bench.source.page(null, 2), revision: 1, reached: 2 });
      await tick();
      assert.equal(bench.replica.ready, false);
      bench.replica.apply(meanwhile);
      assert.deepEqual([bench.replica.ready, bench.replica.view.revision], [true, 2]);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('are fetched again if those changes do not arrive', async () => {
      const bench = new Bench();
      bench.source.change({ features: [feature('a'), feature('b'), feature('x')] });
      bench.replica.resync();
      await bench.answer();
      bench.source.change({ removedFeatures: ['a'] });
      await bench.answer();
      await bench.runTimers();
      assert.match(String(bench.failures[0]), /did not arrive/);
      await bench.runTimers();
      await bench.answer();
      assertTruthful(bench.replica.view, bench.source);
      assert.deepEqual(bench.retryDelays(), []);
    });

    it('are rejected if they form a cycle', async () => {
      const bench = new Bench();
      bench.replica.resync();
      const page = { revision: 1, features: [], segments: [], next: 'b' };
      bench.fetches.shift()?.answer(page);
      await tick();
      bench.fetches.shift()?.answer(page);
      await tick();
      assert.match(String(bench.failures[0]), /does not advance/);
      assert.equal(bench.replica.ready, false);
    });
  });

  describe('messages', () => {
    it('are applied at once if they follow the view', async () => {
      const { replica, source } = await new Bench().synced();
      replica.apply(source.change({ features: [feature('a')], segments: [segment(1, 'x')] }));
      replica.apply(source.change({ features: [feature('b', 'south', true, [1])], removedFeatures: ['a'] }));
      assert.equal(replica.view.revision, 2);
      assertTruthful(replica.view, source);
    });

    it('change nothing if they are old or repeated', async () => {
      const bench = await new Bench().synced();
      const first = bench.source.change({ features: [feature('a')] });
      const second = bench.source.change({ features: [feature('a', 'south')] });
      for (const message of [first, second, first, second, first]) bench.replica.apply(message);
      assert.equal(bench.replica.view.revision, 2);
      assert.deepEqual(bench.fetches, []);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('cause a resync after a gap', async () => {
      const bench = await new Bench().synced();
      bench.source.change({ features: [feature('a')] });
      bench.replica.apply(bench.source.change({ features: [feature('b')] }));
      assert.equal(bench.replica.view.revision, 0);
      await bench.answer();
      assertTruthful(bench.replica.view, bench.source);
      assert.equal(bench.replica.view.revision, 2);
    });

    it('cause a resync if they request one', async () => {
      const bench = await new Bench().synced();
      bench.replica.apply(bench.source.change({ features: [feature('a')], resync: true }));
      await bench.answer();
      assert.equal(bench.replica.view.revision, 1);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('are never partly visible to a reader of an earlier view', async () => {
      const { replica, source } = await new Bench().synced();
      replica.apply(source.change({ features: [feature('a'), feature('b')] }));
      const earlier = replica.view;
      const reading = earlier.features();
      reading.next();
      replica.apply(source.change({ features: [feature('c')], removedFeatures: ['b'] }));
      assert.deepEqual(
        [...reading].map(({ name }) => name),
        ['b'],
      );
      assertTruthful(earlier, source);
    });
  });

  describe('heartbeats', () => {
    it('cause a resync if they are ahead of the view', async () => {
      const bench = await new Bench().synced();
      bench.source.change({ features: [feature('a')] });
      bench.replica.follower.heartbeat(1);
      await bench.answer();
      assertTruthful(bench.replica.view, bench.source);
      assert.equal(bench.replica.view.revision, 1);
    });

    it('cause no resync if they are level with the view, or late', async () => {
      const bench = await new Bench().synced();
      bench.replica.apply(bench.source.change({ features: [feature('a')] }));
      for (const revision of [1, 0, 1, 0, 0, 1]) bench.replica.follower.heartbeat(revision);
      assert.deepEqual(bench.fetches, []);
    });

    it('make the replica go back with its source if they stay behind the view', async () => {
      const bench = await new Bench().synced();
      for (const name of ['a', 'b', 'c']) bench.replica.apply(bench.source.change({ features: [feature(name)] }));
      bench.source.history.splice(2);
      bench.source.revision = 1;
      for (let beat = 0; beat < 3; beat += 1) bench.replica.follower.heartbeat(1);
      assert.equal(bench.replica.stale, true);
      await bench.answer();
      assert.deepEqual([bench.replica.stale, bench.replica.view.revision], [false, 1]);
      assertTruthful(bench.replica.view, bench.source);
    });

    it('leave the state stale after they stop, until the next one', async () => {
      const bench = new Bench({ silenceMs: 5 });
      await bench.synced();
      bench.replica.follower.heartbeat(0);
      await bench.runTimers();
      assert.equal(bench.replica.stale, true);
      bench.replica.follower.heartbeat(0);
      assert.equal(bench.replica.stale, false);
    });
  });

  describe('a failing resync', () => {
    it('is retried with growing delays while the old state is served', async () => {
      const bench = new Bench({ retryMs: 100, maxRetryMs: 500 });
      bench.source.change({ features: [feature('a')] });
      await bench.synced();
      const delays: number[] = [];
      bench.source.change({ features: [feature('b')] });
      bench.replica.follower.heartbeat(2);
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await bench.refuse();
        delays.push(...bench.retryDelays());
        assert.deepEqual([bench.replica.stale, bench.replica.view.revision], [true, 1]);
        await bench.runTimers();
      }
      assert.deepEqual(delays, [100, 200, 400, 500, 500]);
      await bench.answer();
      assert.deepEqual([bench.replica.stale, bench.replica.view.revision], [false, 2]);
      assert.deepEqual(bench.retryDelays(), []);
    });

    it('is abandoned when the missing messages arrive after all', async () => {
      const bench = await new Bench().synced();
      const [first, second] = [bench.source.change({ features: [feature('a')] }), bench.source.change({ features: [feature('b')] })];
      bench.replica.apply(second);
      await bench.refuse();
      assert.equal(bench.replica.stale, true);
      bench.replica.apply(first);
      assert.deepEqual([bench.replica.stale, bench.replica.view.revision], [false, 2]);
      assert.deepEqual(bench.retryDelays(), []);
    });

    it('never replaces the state with an older one', async () => {
      const bench = await new Bench().synced();
      const old = bench.source.page(null, 10);
      bench.replica.apply(bench.source.change({ features: [feature('a')] }));
      bench.replica.resync();
      bench.fetches.shift()?.answer(old);
      await tick();
      assert.match(String(bench.failures[0]), /older than 1/);
      assert.equal(bench.replica.view.revision, 1);
    });
  });

  it('leaves no timer behind when it is closed', async () => {
    const bench = await new Bench().synced();
    bench.replica.follower.heartbeat(9);
    await bench.refuse();
    assert.equal(bench.timers.size, 2);
    bench.replica.close();
    assert.equal(bench.timers.size, 0);
    bench.replica.follower.heartbeat(10);
    bench.replica.resync();
    assert.deepEqual([bench.timers.size, bench.fetches.length], [0, 0]);
  });

  it('reports errors of onChange and continues', async () => {
    const bench = new Bench({
      onChange: () => {
        throw new Error('reader');
      },
    });
    await bench.synced();
    bench.replica.apply(bench.source.change({ features: [feature('a')] }));
    assert.equal(bench.replica.view.revision, 1);
    assert.equal(bench.failures.length, 2);
  });

  it('yields between the pages that it fetches, as nothing else does in a single process', async () => {
    const bench = new Bench();
    bench.source.change({ features: Array.from({ length: 8 }, (_, index) => feature(`f-${index}`)) });
    bench.replica.resync();
    for (let page = 1; page < 4; page += 1) {
      await bench.answer();
      assert.equal(bench.turns, page);
    }
  });

  it('yields while it applies a large state', async () => {
    const bench = new Bench();
    bench.source.change({ features: Array.from({ length: 2000 }, (_, index) => feature(`f-${index}`)) });
    bench.replica.resync();
    await bench.answer(5000);
    assert.ok(bench.turns >= 10, `${bench.turns} turns`);
    const before = bench.turns;
    await bench.replica.save();
    await bench.replica.view.warm('production', async () => void (bench.turns += 1));
    assert.ok(bench.turns - before >= 20, `${bench.turns - before} turns`);
  });
});
