import { deepEqual, equal } from 'node:assert/strict';
import { freshStrategy, isSameStrategy, describeChanges } from './strategy-draft.ts';

const base = freshStrategy('pay', 'default');
const changesWith = (more: Partial<typeof base>) => describeChanges(base, { ...base, ...more }, (id) => (id === 1 ? 'beta' : undefined));

describe('the changes of a strategy draft', () => {
  it('are empty for an untouched draft', () => deepEqual(changesWith({ title: '' }), []));
  it('include the rollout before and after', () =>
    deepEqual(changesWith({ parameters: { ...base.parameters, rollout: '50' } }), ['rollout 100% → 50%']));
  it('include the title', () => deepEqual(changesWith({ title: 'Pilot' }), ['title none → Pilot']));
  it('include the stickiness', () =>
    deepEqual(changesWith({ parameters: { ...base.parameters, stickiness: 'random' } }), [
      'stickiness sticky by user or session → random on each evaluation',
    ]));
  it('say none for a strategy without stickiness', () =>
    deepEqual(changesWith({ name: 'default', parameters: {} }).slice(-2), [
      'stickiness sticky by user or session → none',
      'groupId pay → none',
    ]));
  it('include whether it is turned off', () => deepEqual(changesWith({ disabled: true }), ['turned off']));
  it('include added and removed items', () => {
    deepEqual(changesWith({ segments: [1, 7], constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] }), [
      'added: segment beta',
      'added: segment 7',
      'added: plan is gold',
    ]);
  });
  it('include the variants', () =>
    deepEqual(changesWith({ variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }] }), [
      'variants none → a 100%',
    ]));
  it('include any other parameter', () =>
    deepEqual(changesWith({ parameters: { ...base.parameters, groupId: 'x' } }), ['groupId pay → x']));
});

describe('two strategies', () => {
  it('are equal whatever the order of properties', () =>
    equal(isSameStrategy({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }), true));
  it('differ by the order of lists', () => equal(isSameStrategy([1, 2], [2, 1]), false));
});
