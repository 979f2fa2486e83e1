import { deepEqual, equal } from 'node:assert/strict';
import { describeAction, type Difference, isHarmless, sumEffects } from './promotion.ts';

const rollout = (share: string, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: share, stickiness: 'userId', groupId: 'g' },
  ...more,
});
const linesOf = (before: object, after: object) =>
  describeAction({ before: { ...before }, after: { ...after } }).map(({ part, before: old, after: next }) => `${part}: ${old} → ${next}`);

describe('a change of a promotion', () => {
  it('is described by property, with the segments of strategies by name', () => {
    deepEqual(linesOf({}, { enabled: true, strategies: [rollout('50', { segments: ['beta'] })] }), [
      'state: off → on',
      'strategy added: null → for 50% of users in segment beta',
    ]);
    deepEqual(linesOf({ strategies: [rollout('10')] }, { strategies: [rollout('50', { segments: ['beta'] })] }), [
      'Gradual rollout: rollout: 10% → 50%',
      'Gradual rollout: segment: null → segment beta',
    ]);
    deepEqual(linesOf({ variants: [{ name: 'blue', weight: 1000 }] }, {}), ['variants: blue 100% → none']);
  });

  it('matches strategies by key and content before their position', () => {
    const [a, b] = [rollout('10', { key: 'a' }), rollout('20', { key: 'b' })];
    deepEqual(linesOf({ strategies: [a, b] }, { strategies: [b, a] }), ['strategies reordered: null → null']);
    deepEqual(linesOf({ strategies: [a, b] }, { strategies: [{ ...b, disabled: true }] }), [
      'strategy removed: for 10% of users → null',
      'Gradual rollout: turned off: null → null',
    ]);
  });

  it('names the metadata that an import changes', () =>
    deepEqual(linesOf({ description: null, tags: [{ type: 'simple', value: 'old' }] }, { description: 'Pays', tags: [] }), [
      'description: none → Pays',
      'tags: simple:old → none',
    ]));

  it('has a line even if its words are the same', () => {
    deepEqual(linesOf({ strategies: [rollout('10')] }, { strategies: [rollout('10', { key: 'a' })] }), ['other properties: null → null']);
  });

  it('needs a second look if it loses all strategies, was changed in the target, is refused, or an application loses it', () => {
    const change: Difference = { op: 'update', name: 'checkout', losesStrategies: false };
    equal(isHarmless(change), true);
    equal(isHarmless({ ...change, losesStrategies: true }), false);
    equal(isHarmless({ ...change, changedInTarget: true }), false);
    equal(isHarmless({ ...change, reason: 'No access.' }), false);
    equal(isHarmless({ ...change, localApplications: [{ appName: 'worker', environment: 'production', feature: 'checkout' }] }), false);
  });

  it('turns evaluations on and off, which are summed', () => {
    const turning = (turned: number, isBound = false) => ({ effect: { kind: 'widens' as const, evaluations: 50_000, turned, isBound } });
    equal(sumEffects([turning(40_000), turning(1900, true), turning(-100)]), 'up to 41,900/h more and 100/h fewer');
    equal(sumEffects([turning(0), {}]), '');
  });
});
