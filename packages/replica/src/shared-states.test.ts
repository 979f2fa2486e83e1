import { notEqual, equal, deepEqual } from 'node:assert/strict';
import { Bench, feature } from './rehearsal.fixture.ts';
import { SharedStates } from './shared-states.ts';

async function replicaOf(states: SharedStates, ...names: readonly string[]): Promise<Bench> {
  const bench = new Bench({ states });
  bench.source.change({ features: names.map((name) => feature(name, 'north', true)) });
  return bench.synced();
}

describe('features of two replicas in one process', () => {
  let states: SharedStates;

  beforeEach(() => {
    states = new SharedStates();
  });

  it('are held once, however each replica heard of them', async () => {
    const [one, other] = [await replicaOf(states, 'both', 'alone'), await replicaOf(states, 'both')];
    equal(other.replica.view.feature('both'), one.replica.view.feature('both'));
    const changed = { features: [feature('both', 'north', false)] };
    for (const { replica, source } of [one, other]) replica.apply(source.change(structuredClone(changed)));
    equal(other.replica.view.feature('both'), one.replica.view.feature('both'));
  });

  it('are two where they differ, and each replica keeps its own', async () => {
    const [one, other] = [await replicaOf(states, 'two'), await replicaOf(states, 'two')];
    const before = one.replica.view.feature('two');
    other.replica.apply(other.source.change({ features: [{ ...feature('two', 'north', true), stale: true }] }));
    notEqual(other.replica.view.feature('two'), before);
    equal(one.replica.view.feature('two'), before);
    deepEqual(
      [one, other].map(({ replica }) => replica.view.feature('two')?.stale),
      [false, true],
    );
  });

  it('are dropped once a replica removes them', async () => {
    const [one, other] = [await replicaOf(states, 'gone'), await replicaOf(states, 'gone')];
    const state = one.replica.view.feature('gone');
    one.replica.apply(one.source.change({ removedFeatures: ['gone'] }));
    equal(other.replica.view.feature('gone'), state);
    const again = structuredClone(feature('gone', 'north', true));
    equal(states.share(again), again);
  });
});
