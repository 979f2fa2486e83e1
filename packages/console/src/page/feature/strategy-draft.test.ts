import { deepEqual, equal } from 'node:assert/strict';
import { freshStrategy, isSameStrategy, sayChanges } from './strategy-draft.ts';

const base = freshStrategy('pay', 'default');
const say = (more: Partial<typeof base>) => sayChanges(base, { ...base, ...more }, (id) => (id === 1 ? 'beta' : undefined));

describe('what a draft of a strategy changes', () => {
  it('is nothing where nothing is changed', () => deepEqual(say({ title: '' }), []));
  it('is the share, with before and after', () =>
    deepEqual(say({ parameters: { ...base.parameters, rollout: '50' } }), ['rollout 100% → 50%']));
  it('is the title', () => deepEqual(say({ title: 'Pilot' }), ['title none → Pilot']));
  it('is what the share goes by', () =>
    deepEqual(say({ parameters: { ...base.parameters, stickiness: 'random' } }), [
      'stickiness sticky by user or session → random on each evaluation',
    ]));
  it('is its switch', () => deepEqual(say({ disabled: true }), ['turned off']));
  it('is what was added and removed', () => {
    deepEqual(say({ segments: [1, 7], constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] }), [
      'added: segment beta',
      'added: segment 7',
      'added: plan is gold',
    ]);
  });
  it('is the variants', () =>
    deepEqual(say({ variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }] }), ['variants none → a 100%']));
  it('is any other parameter', () => deepEqual(say({ parameters: { ...base.parameters, groupId: 'x' } }), ['groupId pay → x']));
});

describe('whether two strategies are the same', () => {
  it('does not depend on the order of properties', () =>
    equal(isSameStrategy({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }), true));
  it('depends on the order of lists', () => equal(isSameStrategy([1, 2], [2, 1]), false));
});
