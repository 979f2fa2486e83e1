import { deepEqual, equal } from 'node:assert/strict';
import { effectOf } from './effect-of.ts';

const rollout = (share: string, more: object = {}) => ({ name: 'flexibleRollout', parameters: { rollout: share }, ...more });
const settings = (...strategies: object[]) => ({ enabled: true, strategies });
const kindOf = (before: object, after: object) => effectOf({ before: { ...before }, after: { ...after } }, { yes: 0, no: 0 }).kind;
const turnedBy = (before: object, after: object) => {
  const { evaluations, turned, isBound } = effectOf({ before: { ...before }, after: { ...after } }, { yes: 100, no: 900 });
  return [evaluations, turned, isBound];
};
const [few, many] = [settings(rollout('10')), settings(rollout('50'))];

describe('the effect of a promotion', () => {
  it('is grouped by what it does to users of the target', () => {
    equal(kindOf({}, many), 'new');
    equal(kindOf(few, many), 'widens');
    equal(kindOf(few, settings()), 'widens');
    equal(kindOf(many, few), 'narrows');
    equal(kindOf(many, { strategies: many.strategies }), 'narrows');
    equal(kindOf(settings(), many), 'narrows');
    equal(kindOf(few, settings(rollout('10', { title: 'Few' }))), 'same');
    equal(kindOf({}, { strategies: few.strategies }), 'same');
  });

  it('compares strategies by their segments and conditions, and counts other users as widening', () => {
    const beta = rollout('50', { segments: ['beta'] });
    const nordic = rollout('50', { constraints: [{ contextName: 'country', operator: 'IN', values: ['SE'] }] });
    equal(kindOf(many, settings(beta)), 'narrows');
    equal(kindOf(settings(beta), many), 'widens');
    equal(kindOf(settings(nordic), many), 'widens');
    equal(kindOf(settings(beta), settings(rollout('50', { segments: ['staff'] }))), 'widens');
    equal(kindOf(settings(beta, rollout('5')), settings(rollout('5'))), 'narrows');
    equal(kindOf(settings(rollout('50', { disabled: true }), beta), settings(beta)), 'same');
  });

  it('is measured by the evaluations of the past hour', () => {
    const beta = settings(rollout('50', { segments: ['beta'] }));
    deepEqual(turnedBy(few, many), [1000, 400, false]);
    deepEqual(turnedBy(few, settings()), [1000, 900, false]);
    deepEqual(turnedBy(few, {}), [1000, -100, false]);
    deepEqual(turnedBy({}, beta), [1000, 900, true]);
    deepEqual(turnedBy(many, beta), [1000, -100, true]);
    deepEqual(turnedBy(few, few), [1000, 0, false]);
  });
});
