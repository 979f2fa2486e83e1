import { deepEqual, equal, match } from 'node:assert/strict';
import type { SegmentState } from '@signalbox/contracts';
import { Bench, feature } from './rehearsal.fixture.ts';

const listed = (id: number, hash: string): SegmentState => ({
  id,
  name: `listed ${id}`,
  constraints: [{ contextName: 'userId', operator: 'IN_LIST', value: hash }],
});
const effects = { now: () => new Date(0), random: () => 0, hostname: '' };

/** A bench whose lists come in two chunks, with the hashes of all requested chunks. */
function benchWithLists() {
  const contents: Record<string, readonly string[]> = { one: ['ann\n', 'bob\n'], two: ['bob\n', 'cid\n'] };
  const requested: string[] = [];
  const bench = new Bench({
    fetchChunk: async (hash, chunk) => {
      requested.push(`${hash} ${chunk}`);
      const values = contents[hash]?.[chunk];
      if (values === undefined) throw new Error(`no list ${hash}`);
      return { values, size: 2, next: chunk === 0 ? 1 : null };
    },
  });
  const isOn = (userId: string) => {
    const features = bench.replica.view.compiled('production');
    return features.get('a')?.evaluate({ userId }, effects, features).enabled;
  };
  /** Answers fetches until the view has the newest revision. */
  const sync = async () => {
    for (let step = 0; step < 50 && bench.replica.view.revision < bench.source.revision; step += 1) await bench.answer();
    equal(bench.replica.view.revision, bench.source.revision);
  };
  return { bench, requested, sync, on: () => ['ann', 'bob', 'cid'].filter(isOn) };
}

describe('lists in a replica', () => {
  it('are fetched before a segment with them is shown, once per content, and dropped with the last segment', async () => {
    const { bench, requested, sync, on } = benchWithLists();
    const { replica, source } = await bench.synced();
    replica.apply(source.change({ features: [feature('a', 'north', true, [1])], segments: [listed(1, 'one')] }));
    equal(replica.view.revision, 0);
    await sync();
    deepEqual([replica.view.revision, on(), requested], [1, ['ann', 'bob'], ['one 0', 'one 1']]);

    replica.apply(source.change({ segments: [listed(2, 'one'), { ...listed(1, 'one'), name: 'renamed' }] }));
    deepEqual([replica.view.revision, on(), requested.length], [2, ['ann', 'bob'], 2]);

    replica.apply(source.change({ segments: [listed(1, 'two')] }));
    deepEqual([replica.view.revision, on()], [2, ['ann', 'bob']]);
    await sync();
    deepEqual(
      [on(), [...replica.view.lists.keys()], requested.slice(2)],
      [
        ['bob', 'cid'],
        ['two', 'one'],
        ['two 0', 'two 1'],
      ],
    );

    replica.apply(source.change({ removedSegments: [2] }));
    deepEqual([...replica.view.lists.keys()], ['two']);
  });

  it('remain as they were while their next content cannot be fetched', async () => {
    const { bench, sync, on } = benchWithLists();
    const { replica, source } = await bench.synced();
    replica.apply(source.change({ features: [feature('a', 'north', true, [1])], segments: [listed(1, 'one')] }));
    await sync();
    replica.apply(source.change({ segments: [listed(1, 'gone')] }));
    await bench.answer();
    deepEqual([replica.view.revision, replica.stale, on()], [1, true, ['ann', 'bob']]);
    match(String(bench.failures[0]), /no list gone/);
  });

  it('are saved and restored with the state', async () => {
    const { bench, sync } = benchWithLists();
    const { replica, source } = await bench.synced();
    replica.apply(source.change({ features: [feature('a', 'north', true, [1])], segments: [listed(1, 'one'), listed(2, 'two')] }));
    await sync();
    const text = await replica.save();
    const other = benchWithLists();
    await other.bench.replica.restore(text);
    deepEqual([other.on(), other.requested, other.bench.replica.view.lists.get('two')?.values()], [['ann', 'bob'], [], ['bob', 'cid']]);
    equal(await other.bench.replica.save(), text);
  });
});
