import { deepEqual, equal } from 'node:assert/strict';
import { type Content, readContent } from '../content/content.ts';
import { RelayedState } from './relayed-state.ts';

const now = () => new Date('2026-03-01T12:00:00Z');
const seconds = now().getTime() / 1000;
const report = (what: string) => {
  throw new Error(what);
};

const content = (names: readonly string[], revision: number, enabled = true): Content =>
  readContent(JSON.stringify({ features: names.map((name) => ({ name, enabled })), meta: { revisionId: revision } }), report);
const development = (...args: Parameters<typeof content>) => ({ ...content(...args), environment: 'development' });
const production = (...args: Parameters<typeof content>) => ({ ...content(...args), environment: 'production' });

describe('the relayed state', () => {
  it('has the revision of the upstream while there is one target', () => {
    const state = new RelayedState(now);
    deepEqual(
      [state.contribute('t', development(['a'], 41)), state.contribute('t', development(['a', 'b'], 44))].map((change) => [
        change?.revision,
        change?.previous,
        change?.features.map(({ name }) => name),
      ]),
      [
        [41, 0, ['a']],
        [44, 41, ['b']],
      ],
    );
    equal(state.contribute('t', development(['a', 'b'], 45)), null);
  });

  it('never repeats or lowers a revision, even if the upstream does', () => {
    const state = new RelayedState(now);
    state.contribute('t', development(['a'], 41));
    equal(state.contribute('t', development([], 7))?.revision, 42);
  });

  it('counts for itself once several targets report the same change separately', () => {
    const state = new RelayedState(now);
    state.contribute('t', development(['a'], 41));
    equal(state.contribute('u', production(['a'], 41))?.revision, seconds);
    equal(state.contribute('u', production(['a'], 42, false))?.revision, seconds + 1);
  });

  it('merges the environments of a feature, and removes it with its last target', () => {
    const state = new RelayedState(now);
    state.contribute('t', development(['a', 'b'], 1));
    state.contribute('u', production(['a'], 1, false));
    deepEqual(
      Object.entries(state.features.get('a')?.environments ?? {}).map(([name, { enabled }]) => [name, enabled]),
      [
        ['development', true],
        ['production', false],
      ],
    );
    deepEqual(state.contribute('t', null)?.removedFeatures, ['b']);
    deepEqual(Object.keys(state.features.get('a')?.environments ?? {}), ['production']);
    deepEqual(state.contribute('u', null)?.removedFeatures, ['a']);
  });

  it('is paged by name, with all segments on the first page', () => {
    const state = new RelayedState(now);
    const names = Array.from({ length: 1100 }, (_, index) => `f${String(index).padStart(4, '0')}`);
    state.contribute('t', { ...development(names, 9), segments: new Map([[1, { id: 1, name: 's', constraints: [] }]]) });
    const pages = [state.page(null)];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(state.page(next));
    deepEqual(
      pages.map(({ features, segments, revision }) => [features.length, segments.length, revision]),
      [
        [500, 1, 9],
        [500, 0, 9],
        [100, 0, 9],
      ],
    );
    deepEqual(
      pages.flatMap(({ features }) => features.map(({ name }) => name)),
      names,
    );
  });

  it('sends a large change as a request to fetch everything', () => {
    const state = new RelayedState(now);
    const change = state.contribute(
      't',
      development(
        Array.from({ length: 500 }, (_, index) => `f${index}`),
        1,
      ),
    );
    deepEqual([change?.resync, change?.features], [true, []]);
  });
});
