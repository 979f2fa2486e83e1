import assert from 'node:assert/strict';
import type { FeatureState, StrategyState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, segments, settings } from '../any-feature.fixture.ts';
import type { Effects, EvaluationContext } from '../context.ts';
import { type CompiledFeature, compileFeature } from '../feature/compile-feature.ts';
import { nearestOf } from './nearest.ts';

type Settings = FeatureState['environments'][string];

const common = { name: 'demo', project: 'p', type: 'release', description: null, stale: false, impressionData: false };
const effects: Effects = { now: () => new Date(0), random: () => 0.5, hostname: 'box' };
const compiled = (environment: Settings, dependencies: FeatureState['dependencies'] = []): CompiledFeature =>
  compileFeature({ ...common, dependencies, environments: { e: environment } }, 'e', segments);
const strategy = (name: string, parameters: Record<string, string> = {}, rest: Partial<StrategyState> = {}): StrategyState => ({
  name,
  parameters,
  constraints: [],
  variants: [],
  segments: [],
  ...rest,
});
const explain = (strategies: StrategyState[], sample: EvaluationContext, variants: Settings['variants'] = []) =>
  compiled({ enabled: true, strategies, variants }).explain(sample, effects, new Map());
const shareOf = (name: string, parameters: Record<string, string>, sample: EvaluationContext) =>
  explain([strategy(name, parameters)], sample).strategies[0]?.share;

// Group, identity, bucket of 100, and of 1000 with the variant seed, as SDKs compute them.
const vectors = [
  ['gr1', '123', 73, 796],
  ['groupX', '999', 25, 260],
  ['gr1', 'Müller', 43, 873],
] as const;
const halves = (stickiness = 'userId') =>
  ['x', 'y'].map((name) => ({ name, weight: 500, weightType: 'variable' as const, stickiness })) satisfies Settings['variants'];

describe('an explained share', () => {
  for (const [group, userId, bucket, ofThousand] of vectors) {
    it(`has bucket ${bucket} of 100 and ${ofThousand} of 1000 for ${userId} in ${group}`, () => {
      const parameters = { rollout: '80', stickiness: 'userId', groupId: group };
      const { strategies, variant, variantShare } = explain([strategy('flexibleRollout', parameters, { variants: halves() })], { userId });
      const scale = { stickiness: 'userId', group, value: userId, chance: false };
      assert.deepEqual(strategies[0]?.share, { ...scale, bucket, of: 100, reaches: 80 });
      assert.deepEqual(variantShare, { ...scale, bucket: ofThousand, of: 1000 });
      assert.equal(strategies[0].variantShare, variantShare);
      assert.equal(variant?.name, ofThousand <= 500 ? 'x' : 'y');
    });
  }

  it('decides, for any feature and context: its own bucket is the smallest share that reaches it', () => {
    let decided = 0;
    const property = fc.property(settings, context, (own, sample) => {
      for (const { share, bucket, passes } of compiled(own).explain(sample, effects, new Map()).strategies) {
        if (!share || share.bucket === null) continue;
        assert.deepEqual([passes, share.bucket], [share.bucket <= share.reaches, bucket]);
        decided += 1;
      }
    });
    fc.assert(property, { numRuns: 5000 });
    assert.ok(decided > 500, `${decided} were decided by a bucket`);
  });

  it('has neither value nor bucket if drawn by chance', () => {
    const byChance = { value: null, bucket: null, chance: true, of: 100, reaches: 50 };
    const random = { rollout: '50', stickiness: 'random', groupId: 'g' };
    assert.deepEqual(shareOf('flexibleRollout', random, { userId: '7' }), { ...byChance, stickiness: 'random', group: 'g' });
    const unnamed = { rollout: '50', stickiness: 'default', groupId: 'g' };
    assert.deepEqual(shareOf('flexibleRollout', unnamed, {}), { ...byChance, stickiness: 'default', group: 'g' });
    assert.deepEqual(shareOf('gradualRolloutRandom', { percentage: '50' }, {}), { ...byChance, stickiness: 'random', group: '' });
    const { variantShare, variant } = explain([], {}, halves('random'));
    assert.deepEqual(variantShare, { stickiness: 'random', group: 'demo', value: null, bucket: null, of: 1000, chance: true });
    assert.ok(variant);
  });

  it('has no bucket at 0 and 100 percent, and none without the value', () => {
    const unneeded = { value: null, bucket: null, chance: false, of: 100, stickiness: 'default', group: 'demo' };
    assert.deepEqual(shareOf('flexibleRollout', { rollout: '100' }, { userId: '7' }), { ...unneeded, reaches: 100 });
    assert.deepEqual(shareOf('flexibleRollout', { rollout: '0' }, { userId: '7' }), { ...unneeded, reaches: 0 });
    assert.deepEqual(shareOf('flexibleRollout', { rollout: 'x' }, { userId: '7' }), { ...unneeded, reaches: 0 });
    assert.deepEqual(shareOf('flexibleRollout', { rollout: '50', stickiness: 'country' }, { userId: '7' }), {
      ...unneeded,
      stickiness: 'country',
      reaches: 50,
    });
    assert.equal(shareOf('userWithId', { userIds: '7' }, { userId: '7' }), undefined);
  });

  it('has no bucket of variants if an override or a single weight decides', () => {
    const forced = halves().map((variant) => ({
      ...variant,
      overrides: variant.name === 'y' ? [{ contextName: 'userId', values: ['7'] }] : [],
    }));
    const overridden = explain([], { userId: '7' }, forced);
    assert.deepEqual([overridden.variant?.name, overridden.variantShare?.bucket], ['y', null]);
    const [only] = halves();
    const single = explain([], { userId: '7' }, only ? [only] : []);
    assert.deepEqual([single.variant?.name, single.variantShare?.bucket, single.variantShare?.of], ['x', null, 500]);
  });
});

describe('the nearest strategy', () => {
  const isUser = (value: string) => ({ contextName: 'userId', operator: 'IN' as const, values: [value] });
  const far = strategy('default', {}, { id: 'far', constraints: [isUser('1'), isUser('2')] });
  const near = strategy('flexibleRollout', { rollout: '0' }, { id: 'near' });
  const both = strategy('flexibleRollout', { rollout: '0' }, { id: 'both', constraints: [isUser('1')] });
  const nearestIn = (...strategies: StrategyState[]) => nearestOf(explain(strategies, { userId: '7' }))?.state.id;

  it('has the fewest failing steps, including its own rule, and comes first of several', () => {
    assert.deepEqual([nearestIn(far, both, near), nearestIn(far, both), nearestIn(both, far)], ['near', 'far', 'both']);
  });

  it('is undefined if a strategy holds, or none is enabled', () => {
    assert.deepEqual([nearestIn(far, strategy('default')), nearestIn()], [undefined, undefined]);
  });
});

describe('an explained parent', () => {
  const on: Settings = { enabled: true, strategies: [], variants: [] };
  const parent = (name: string, enabled: boolean) =>
    compileFeature({ ...common, name, dependencies: [], environments: { e: { ...on, enabled, variants: halves() } } }, 'e', segments);
  const features = new Map([parent('on', true), parent('off', false)].map((feature) => [feature.state.name, feature]));
  const parentsOf = (...names: string[]) => {
    const dependencies = names.map((feature) => ({ feature, enabled: true, variants: [] }));
    const { parents, parentsHold } = compiled(on, dependencies).explain({ userId: '7' }, effects, features);
    return [parentsHold, parents.map(({ result, given }) => [result, given?.enabled, given?.variant?.name])];
  };

  it('includes its result, unless an earlier parent already failed', () => {
    assert.deepEqual(parentsOf('on', 'off', 'on'), [
      false,
      [
        [true, true, 'y'],
        [false, false, undefined],
        [undefined, undefined, undefined],
      ],
    ]);
    assert.deepEqual(parentsOf('on'), [true, [[true, true, 'y']]]);
    assert.deepEqual(parentsOf('missing'), [false, [[false, undefined, undefined]]]);
  });
});
