import { deepEqual, equal } from 'node:assert/strict';
import type { StrategyResult } from '../../server/ask.ts';
import { type Result, type Step, stepsOf } from './steps.ts';
import { verdictOf } from './verdict.ts';

const share = { stickiness: 'userId', value: '123', group: 'gr1', bucket: 73, of: 100, chance: false, reaches: 72 };
const strategy = (id: string, more: Partial<StrategyResult> = {}): StrategyResult => ({
  id,
  name: 'flexibleRollout',
  title: id,
  disabled: false,
  parameters: {},
  result: { evaluationStatus: 'complete', enabled: false },
  share,
  passes: false,
  constraints: [],
  segments: [],
  links: { edit: '' },
  ...more,
});
const holding = (id: string) => strategy(id, { passes: true, result: { evaluationStatus: 'complete', enabled: true } });
const resultOf = (data: readonly StrategyResult[], more: Partial<Result> = {}): Result => ({
  name: 'pay',
  projectId: 'shop',
  isEnabled: data.some(({ result }) => result.enabled === true),
  isEnabledInCurrentEnvironment: true,
  hasUnsatisfiedDependency: false,
  dependencies: [],
  variant: { name: 'disabled', enabled: false },
  variants: [],
  strategies: { result: false, data },
  nearest: null,
  variantShare: null,
  ...more,
});
const nothing = () => undefined;
const statesOf = (steps: readonly Step[]) => steps.map(({ state }) => state);
const about = (result: Result) => verdictOf(result, 'production', nothing);

describe('the steps of an evaluation', () => {
  it('are not evaluated after the matching strategy, or if a strategy is turned off', () => {
    const disabled = strategy('off', { disabled: true, result: { evaluationStatus: 'unevaluated', enabled: 'unknown' } });
    const steps = stepsOf(resultOf([strategy('a'), disabled, holding('b'), holding('c')]), 'production', nothing);
    deepEqual(statesOf(steps), ['holds', 'fails', 'unevaluated', 'holds', 'unevaluated']);
    equal(steps[2]?.note, 'Not evaluated: the strategy is turned off. It would not match.');
    equal(steps[4]?.note, 'Not evaluated: strategy 3 already matches. It would match.');
    deepEqual(statesOf(steps[4]?.steps ?? []), ['unevaluated']);
  });

  it('are not evaluated if the feature is turned off or a parent does not match', () => {
    const off = resultOf([holding('a')], { isEnabled: false, isEnabledInCurrentEnvironment: false });
    deepEqual(statesOf(stepsOf(off, 'production', nothing)), ['fails', 'unevaluated']);
    const parents = [{ feature: 'vault', enabled: true, variants: [], result: false, given: { enabled: false, variant: null } }];
    const orphan = resultOf([], { isEnabled: false, hasUnsatisfiedDependency: true, dependencies: parents });
    deepEqual(statesOf(stepsOf(orphan, 'production', nothing)), ['holds', 'fails', 'unevaluated']);
    equal(about(orphan).about, 'It depends on vault, which is not in the required state.');
  });

  it('have a ruler for a bucket, but not for chance, 0% or 100%', () => {
    const ruled = (more: object) =>
      stepsOf(resultOf([strategy('a', { share: { ...share, ...more } })]), 'production', nothing)[1]?.steps?.[0];
    deepEqual(ruled({})?.ruler, { bucket: 73, of: 100, from: 1, to: 72 });
    equal(ruled({})?.note, 'murmur3(“gr1:123”) mod 100 + 1 = 73');
    const none = { bucket: null, value: null };
    deepEqual([ruled({ ...none, chance: true })?.ruler, ruled({ ...none, chance: true })?.note], [undefined, 'random on each evaluation']);
    equal(ruled({ ...none, reaches: 0 })?.note, 'reaches no one, no bucket needed');
    equal(ruled(none)?.note, 'no userId to bucket by');
  });

  it('end with the variant on a ruler of weights', () => {
    const variants = ['x', 'y'].map((name) => ({ name, weight: 500 }));
    const variant = { name: 'y', enabled: true };
    const result = resultOf([holding('a')], { variant, variants, variantShare: { ...share, bucket: 796, of: 1000 } });
    deepEqual(stepsOf(result, 'production', nothing).at(-1)?.ruler, { bucket: 796, of: 1000, from: 501, to: 1000 });
    equal(about(result).about, 'Strategy 1, a, matches. Variant: y.');
  });
});

describe('the verdict', () => {
  it('names the closest strategy', () => {
    equal(
      about(resultOf([strategy('a'), strategy('b')], { nearest: 'b' })).about,
      'No strategy matches. Closest: strategy 2, b (bucket 73 is outside the rollout of 1 to 72).',
    );
    const constraint = { contextName: 'country', operator: 'IN' as const, values: ['SE'], result: false };
    const constrained = resultOf([strategy('a', { constraints: [constraint] })], { nearest: 'a' });
    equal(verdictOf(constrained, 'production', () => 'DE').about, 'No strategy matches. Closest: strategy 1, a (country DE is not SE).');
    equal(about(constrained).about, 'No strategy matches. Closest: strategy 1, a (no country).');
  });

  it('leaves custom strategies to the application', () => {
    const result = { evaluationStatus: 'incomplete', enabled: 'unknown' } as const;
    const own = resultOf([strategy('a', { name: 'ours', share: null, passes: 'unknown', result })]);
    equal(about({ ...own, strategies: { ...own.strategies, result: 'unknown' } }).title, 'Depends on the application');
  });
});
