import assert from 'node:assert/strict';
import type { View } from './view.ts';
import { Bench, type Edit, feature, segment } from './rehearsal.fixture.ts';

const effects = { now: () => new Date(0), random: () => 0, hostname: '' };

/** A replica at revision 1 with one feature per project. Only `a` uses segment 1, and only in production. */
async function begin(): Promise<Bench> {
  const bench = new Bench();
  bench.source.change({
    features: [feature('a', 'north', true, [1]), feature('b', 'south'), feature('c', 'west')],
    segments: [segment(1, 'x')],
  });
  return bench.synced();
}

function apply(bench: Bench, edit: Edit) {
  bench.replica.apply(bench.source.change(edit));
  const { view } = bench.replica;
  const of = (environment: string, project: string) => view.scopeRevision(environment, [project]);
  return { view, of };
}

describe('a view', () => {
  describe('scope revision', () => {
    it('begins with the revision of the first snapshot', async () => {
      const { replica } = await begin();
      assert.equal(replica.view.scopeRevision('production', '*'), 1);
      assert.equal(replica.view.scopeRevision('production', ['unheard-of']), 1);
      assert.equal(replica.view.scopeRevision('production', []), 1);
    });

    it('changes only for the environment and project of a change', async () => {
      const { view, of } = apply(await begin(), { features: [feature('b', 'south', false)] });
      assert.deepEqual([of('production', 'south'), of('development', 'south'), of('production', 'north')], [2, 1, 1]);
      assert.equal(view.scopeRevision('production', '*'), 2);
      assert.equal(view.scopeRevision('development', '*'), 1);
      assert.equal(view.scopeRevision('production', ['north', 'south']), 2);
    });

    it('changes in every environment for properties that all of them share', async () => {
      const { of } = apply(await begin(), { features: [{ ...feature('b', 'south'), stale: true }] });
      assert.deepEqual([of('production', 'south'), of('development', 'south'), of('unheard-of', 'south')], [2, 2, 2]);
    });

    it('changes for both projects when a feature is moved', async () => {
      const { of } = apply(await begin(), { features: [feature('b', 'west')] });
      assert.deepEqual([of('production', 'south'), of('production', 'west'), of('production', 'north')], [2, 2, 1]);
    });

    it('changes for the project of a removed feature', async () => {
      const { of } = apply(await begin(), { removedFeatures: ['c'] });
      assert.deepEqual([of('production', 'west'), of('production', 'south')], [2, 1]);
    });

    it('changes for the scopes that use a changed segment', async () => {
      const { of } = apply(await begin(), { segments: [segment(1, 'y'), segment(2, 'unused')] });
      assert.deepEqual([of('production', 'north'), of('development', 'north'), of('production', 'south')], [2, 1, 1]);
    });

    it('changes for the scope of a disabled strategy that uses a changed segment, because its explanation changes', async () => {
      const bench = await begin();
      const { environments, ...rest } = feature('d', 'west', true, []);
      const [strategy] = feature('d', 'west', true, [1]).environments['production']?.strategies ?? [];
      assert.ok(strategy && environments['production']);
      const production = { ...environments['production'], disabledStrategies: [{ position: 1, strategy }] };
      apply(bench, { features: [{ ...rest, environments: { ...environments, production } }] });
      const { view, of } = apply(bench, { segments: [segment(1, 'y')] });
      assert.deepEqual([of('production', 'west'), of('development', 'west')], [3, 2]);
      const explained = view.compiled('production').get('d')?.explain({ userId: 'y' }, effects, view.compiled('production'));
      assert.deepEqual(
        explained?.strategies.map(({ disabled, applies }) => [disabled, applies]),
        [
          [false, true],
          [true, true],
        ],
      );
    });

    it('stays the same when a resync finds no difference', async () => {
      const bench = await begin();
      bench.source.change({ features: [feature('b', 'south')] });
      bench.replica.follower.heartbeat(2);
      await bench.answer(10);
      assert.equal(bench.replica.view.revision, 2);
      assert.equal(bench.replica.view.scopeRevision('production', '*'), 1);
    });
  });

  describe('compiled features', () => {
    it('are compiled once per version and environment', async () => {
      const bench = await begin();
      const before = bench.replica.view.compiled('production');
      const [a, b] = [before.get('a'), before.get('b')];
      assert.equal(before.get('a'), a);
      assert.notEqual(bench.replica.view.compiled('development').get('a'), a);
      const after = apply(bench, { features: [feature('b', 'south', false)] }).view.compiled('production');
      assert.equal(after.get('a'), a);
      assert.notEqual(after.get('b'), b);
      assert.equal(before.get('b'), b);
    });

    it('are not cached for unknown environments', async () => {
      const { replica } = await begin();
      const made = () => replica.view.compiled('thought-up').get('a');
      assert.equal(made()?.enabled, false);
      assert.notEqual(made(), made());
    });

    it('follow a changed segment, while older views stay the same', async () => {
      const bench = await begin();
      const isOn = (view: typeof bench.replica.view, userId: string) =>
        view.compiled('production').get('a')?.evaluate({ userId }, effects, view.compiled('production')).enabled;
      const before = bench.replica.view;
      const { view } = apply(bench, { segments: [segment(1, 'y')] });
      const { view: without } = apply(bench, { removedSegments: [1] });
      assert.deepEqual([isOn(before, 'x'), isOn(before, 'y')], [true, false]);
      assert.deepEqual([isOn(view, 'x'), isOn(view, 'y')], [false, true]);
      assert.deepEqual([isOn(without, 'x'), isOn(without, 'y')], [false, false]);
    });

    it('are compiled ahead by warming', async () => {
      const { replica } = await begin();
      await replica.view.warm('production', async () => undefined);
      assert.ok(replica.view.compiled('production').get('a'));
      assert.equal(replica.view.compiled('production').get('unheard-of'), undefined);
    });
  });

  it('is passed to onChange with the names of changes', async () => {
    const changes: [string[], number[]][] = [];
    const bench = new Bench({ onChange: ({ features, segments }) => changes.push([[...features].sort(), [...segments]]) });
    await bench.synced();
    apply(bench, { features: [feature('a'), feature('b')], segments: [segment(1, 'x')] });
    apply(bench, { features: [feature('a'), feature('b', 'west')], removedFeatures: ['unheard-of'] });
    apply(bench, { removedFeatures: ['a'], removedSegments: [1] });
    assert.deepEqual(changes, [
      [[], []],
      [['a', 'b'], [1]],
      [['b'], []],
      [['a'], [1]],
    ]);
  });

  describe('changedSince', () => {
    const changed = (view: View, names: readonly string[], revision: number) => view.changedSince(names, revision);

    it('is unknown from before the first snapshot', async () => {
      const { replica } = await begin();
      assert.deepEqual(changed(replica.view, ['a'], 0), { revision: 1, same: null });
      assert.deepEqual(changed(replica.view, ['a'], 1), { revision: 1, same: true });
    });

    it('reports only the changed feature', async () => {
      const { view } = apply(await begin(), { features: [feature('b', 'south', false)] });
      assert.deepEqual(changed(view, ['b'], 1), { revision: 2, same: false });
      assert.deepEqual(changed(view, ['b'], 0), { revision: 2, same: false }, 'whatever was before');
      assert.deepEqual(changed(view, ['b'], 2), { revision: 2, same: true });
      assert.deepEqual(changed(view, ['a'], 1), { revision: 1, same: true });
    });

    it('reports features with a changed segment, too', async () => {
      const { view } = apply(await begin(), { segments: [segment(1, 'y')] });
      assert.deepEqual([changed(view, ['a'], 1).same, changed(view, ['b'], 1).same], [false, true]);
    });

    it('combines several features', async () => {
      const { view } = apply(await begin(), { features: [feature('b', 'south', false)] });
      assert.deepEqual(changed(view, ['a', 'b', 'unheard-of'], 1), { revision: 2, same: false });
      assert.deepEqual(changed(view, ['a', 'c'], 0), { revision: 1, same: null });
    });

    it('is unknown for a revision that has not been reached', async () => {
      const { replica } = await begin();
      assert.deepEqual(changed(replica.view, ['a'], 2), { revision: 1, same: null });
    });

    it('is unknown between two revisions if the steps between them were missed', async () => {
      const bench = await begin();
      bench.source.change({ features: [feature('c', 'west', false)] });
      bench.source.change({ features: [feature('b', 'south', false)] });
      bench.replica.resync();
      while (bench.replica.view.revision < 3) await bench.answer();
      const { view } = bench.replica;
      assert.deepEqual(
        [1, 2, 3].map((revision) => changed(view, ['b'], revision).same),
        [false, null, true],
      );
    });
  });
});
