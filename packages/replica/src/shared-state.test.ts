import { notEqual, equal, deepEqual } from 'node:assert/strict';
import { Bench, feature } from './rehearsal.fixture.ts';

async function replicaOf(...names: readonly string[]): Promise<Bench> {
  const bench = new Bench();
  bench.source.change({ features: names.map((name) => feature(name, 'north', true)) });
  return bench.synced();
}

describe('features of two replicas in one process', () => {
  it('are held once, however each replica heard of them', async () => {
    const [one, other] = [await replicaOf('both', 'alone'), await replicaOf('both')];
    equal(other.replica.view.feature('both'), one.replica.view.feature('both'));
    const changed = { features: [feature('both', 'north', false)] };
    for (const { replica, source } of [one, other]) replica.apply(source.change(structuredClone(changed)));
    equal(other.replica.view.feature('both'), one.replica.view.feature('both'));
  });

  it('are two where they differ, and each replica keeps its own', async () => {
    const [one, other] = [await replicaOf('two'), await replicaOf('two')];
    const before = one.replica.view.feature('two');
    other.replica.apply(other.source.change({ features: [{ ...feature('two', 'north', true), stale: true }] }));
    notEqual(other.replica.view.feature('two'), before);
    equal(one.replica.view.feature('two'), before);
    deepEqual(
      [one, other].map(({ replica }) => replica.view.feature('two')?.stale),
      [false, true],
    );
  });
});
