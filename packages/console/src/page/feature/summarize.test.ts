import { equal } from 'node:assert/strict';
import { freshStrategy } from '../strategy/strategy-draft.ts';
import { summarizeReach } from './summarize.ts';

const strategy = (rollout: string, more: object = {}) => {
  const fresh = freshStrategy('pay', 'default');
  return { ...fresh, parameters: { ...fresh.parameters, rollout }, ...more };
};
const some = { kind: 'some', strategies: 2, variants: 0 } as const;
const names = (id: number) => ['beta-customers'][id - 1];
const condition = { contextName: 'country', operator: 'IN', values: ['SE'] } as const;

describe('the summary of reach', () => {
  it('names the percentage or segment of each strategy', () => {
    equal(summarizeReach(some, true, [strategy('100', { segments: [1] }), strategy('25')], names), '25% + beta-customers');
    equal(summarizeReach(some, true, [strategy('5', { segments: [1, 9] }), strategy('1')], names), '1% + 5% of beta-customers, segment 9');
  });
  it('counts conditions and further strategies, and skips disabled ones', () => {
    const conditions = strategy('100', { constraints: [condition, condition] });
    equal(summarizeReach(some, true, [strategy('25'), conditions, strategy('3')], names), '25% + 3% + 1 more');
    equal(summarizeReach({ ...some, share: 25, strategies: 1 }, true, [strategy('25'), strategy('9', { disabled: true })], names), '25%');
  });
  it('is the reach alone for no one and everyone', () => {
    const both = [strategy('25'), strategy('100')];
    equal(summarizeReach({ ...some, kind: 'everybody' }, true, both, names), 'Everyone');
    equal(summarizeReach({ ...some, kind: 'nobody' }, false, both, names), 'Off');
  });
});
