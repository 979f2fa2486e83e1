import { deepEqual, equal } from 'node:assert/strict';
import { compareTexts } from '@signalbox/kit';
import { FeatureIndex } from './feature-index.ts';
import { indexed } from './indexed-feature.fixture.ts';
import type { IndexedFeature } from './indexed-feature.ts';

const nothing = new Map<number, string>();
const namesOf = (features: readonly IndexedFeature[]) => features.map(({ name }) => name);

const odd = { key: 'odd', passes: ({ createdAt }: IndexedFeature) => createdAt % 2 === 1 };

/** Reproducible pseudo-random numbers. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) yield (state = (state * 48_271) % 2_147_483_647);
}

describe('feature index', () => {
  it('keeps both orders and finds words while features are added, changed, archived and removed', () => {
    const known = new Map<string, IndexedFeature>();
    const index = new FeatureIndex([], nothing);
    const next = numbers(7);
    const random = (below: number) => Number(next.next().value) % below;
    for (let step = 0; step < 6000; step += 1) {
      const name = `f${random(1500)}`;
      const createdAt = known.get(name)?.createdAt ?? random(50);
      const feature = indexed(name, { createdAt, description: `D${random(9)}`, archivedAt: random(4) === 0 ? 1 : null });
      const isGone = random(5) === 0;
      if (isGone) known.delete(name);
      else known.set(name, feature);
      index.replace([name], isGone ? [] : [feature]);
      if (step % 100 === 0)
        equal(index.select({ order: 'name', archived: null, test: odd }).length, [...known.values()].filter(odd.passes).length);
    }
    const byName = [...known.values()].sort((one, other) => compareTexts(one.name, other.name));
    const byAge = byName.toSorted((one, other) => one.createdAt - other.createdAt);
    for (const archived of [true, false, null]) {
      const isMeant = (feature: IndexedFeature) => archived === null || (feature.archivedAt !== null) === archived;
      deepEqual(index.select({ order: 'name', archived }), byName.filter(isMeant));
      deepEqual(index.select({ order: 'age', archived }), byAge.filter(isMeant));
      const hasPart = ({ name, description }: IndexedFeature) => description === 'D3' || name.includes('12');
      deepEqual(index.select({ order: 'age', archived, parts: ['d3', '12'] }), byAge.filter(isMeant).filter(hasPart));
      for (const parts of [null, ['d3', '12']])
        deepEqual(
          index.select({ order: 'age', archived, parts, test: odd }),
          byAge.filter(isMeant).filter((one) => (!parts || hasPart(one)) && odd.passes(one)),
        );
    }
  });

  it('does not match across two features or two texts', () => {
    const index = new FeatureIndex([indexed('ab', { description: 'cd', tags: [{ type: 'x', value: 'ef' }] }), indexed('gh')], nothing);
    const found = (part: string) => namesOf(index.select({ order: 'name', archived: false, parts: [part] }));
    deepEqual(['ab', 'cd', 'ef', 'gh'].map(found), [['ab'], ['ab'], ['ab'], ['gh']]);
    deepEqual(['bc', 'de', 'fg', 'x'].map(found), [[], [], [], []]);
  });

  it('returns each feature once, however often it contains the word', () => {
    const index = new FeatureIndex([indexed('aaa', { description: 'aa aa' }), indexed('ba')], nothing);
    for (const parts of [['a'], ['a', 'aa', 'b']])
      deepEqual(namesOf(index.select({ order: 'name', archived: false, parts })), ['aaa', 'ba']);
  });

  it('searches the current text of a changed feature', () => {
    const index = new FeatureIndex([indexed('a', { description: 'old' }), indexed('b')], nothing);
    const found = (part: string) => namesOf(index.select({ order: 'age', archived: false, parts: [part] }));
    deepEqual(found('old'), ['a']);
    index.replace(['a'], [indexed('a', { description: 'new' })]);
    deepEqual([found('old'), found('new')], [[], ['a']]);
  });

  it('finds parents by their children', () => {
    const child = indexed('child', { parent: 'parent' });
    const parent = indexed('parent');
    const index = new FeatureIndex([child, parent], nothing);
    equal(index.dependencyTypeOf(parent), 'parent');
    equal(index.dependencyTypeOf(child), 'child');
    index.replace(['child'], [indexed('child')]);
    equal(index.dependencyTypeOf(parent), null);
  });

  it('lists segment names in order, without unknown segments', () => {
    const index = new FeatureIndex(
      [],
      new Map([
        [1, 'zebra'],
        [2, 'ant'],
      ]),
    );
    deepEqual(index.segmentNamesOf(indexed('a', { segments: [1, 2, 3] })), ['ant', 'zebra']);
  });
});
