import assert from 'node:assert/strict';
import type { Constraint, FeatureState, SegmentState, StrategyState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, segments, settings } from '../any-feature.fixture.ts';
import type { Effects } from '../context.ts';
import { type CompiledFeature, compileFeature } from '../feature/compile-feature.ts';

const common = { project: 'p', type: 'release', description: null, stale: false, impressionData: false };
const noParents = new Map<string, CompiledFeature>();
const effects: Effects = { now: () => new Date(0), random: () => 0.5, hostname: 'box' };

type Settings = FeatureState['environments'][string];

function compiled(environment: Settings, dependencies: FeatureState['dependencies'] = [], name = 'demo', all = segments): CompiledFeature {
  return compileFeature({ ...common, name, dependencies, environments: { e: environment } }, 'e', all);
}

const strategy = (name: string, parameters: Record<string, string> = {}, rest: Partial<StrategyState> = {}): StrategyState => ({
  name,
  parameters,
  constraints: [],
  variants: [],
  segments: [],
  ...rest,
});
const isUser = (...values: string[]): Constraint => ({ contextName: 'userId', operator: 'IN', values });

describe('an explanation', () => {
  it('has the result of the evaluation, for any feature, parent and context', () => {
    const dependency = fc.record({
      feature: fc.constantFrom('parent', 'missing'),
      enabled: fc.boolean(),
      variants: fc.constantFrom<string[]>([], ['x']),
    });
    const disabled = fc.array(fc.nat(4), { maxLength: 2 });
    let on = 0;
    let withVariant = 0;
    fc.assert(
      fc.property(
        settings,
        settings,
        fc.array(dependency, { maxLength: 1 }),
        disabled,
        context,
        (own, parent, dependencies, positions, sample) => {
          const disabledStrategies = positions.map((position) => ({ position, strategy: strategy('default') }));
          const feature = compiled({ ...own, disabledStrategies }, dependencies);
          const features = new Map([['parent', compiled(parent, [], 'parent')]]);
          const evaluation = feature.evaluate(sample, effects, features);
          const explanation = feature.explain(sample, effects, features);
          assert.deepEqual([explanation.enabled, explanation.variant], [evaluation.enabled, evaluation.variant]);
          assert.ok(explanation.readRandom || !evaluation.readRandom);
          assert.ok(explanation.readClock || !evaluation.readClock);
          assert.equal(explanation.strategies.length, own.strategies.length + positions.length);
          on += Number(evaluation.enabled);
          withVariant += Number(evaluation.variant !== undefined);
        },
      ),
      { numRuns: 5000 },
    );
    assert.ok(on > 500 && withVariant > 125, `${on} were on, ${withVariant} with a variant`);
  });

  it('has the result of the evaluation if steps run out, and names the skipped constraints', () => {
    const expensive = (times: number, inverted: boolean): Constraint => ({
      contextName: 'userId',
      operator: 'REGEX',
      value: `${'a?'.repeat(times)}${'z'.repeat(2 * times)}`,
      inverted,
    });
    const constraints = fc.array(fc.tuple(fc.constantFrom(10, 60, 120), fc.constantFrom(true, true, false)), { maxLength: 3 });
    const random = fc.array(fc.tuple(constraints, fc.constantFrom(0, 0, 1, 9)), { minLength: 1, maxLength: 5 });
    const all = new Map<number, SegmentState>([[1, { id: 1, name: 'dear', constraints: [expensive(60, true), expensive(60, true)] }]]);
    let refused = 0;
    let on = 0;
    fc.assert(
      fc.property(random, fc.array(fc.nat(4), { maxLength: 2 }), fc.nat(200), (written, positions, length) => {
        const strategies = written.map(([own, segment]) =>
          strategy(
            'default',
            {},
            { constraints: own.map(([times, inverted]) => expensive(times, inverted)), segments: segment ? [segment] : [] },
          ),
        );
        const disabledStrategies = positions.map((position) => ({ position, strategy: strategies[0] ?? strategy('default') }));
        const feature = compiled({ enabled: true, strategies, variants: [], disabledStrategies }, [], 'demo', all);
        const sample = { userId: 'a'.repeat(length) };
        const evaluation = feature.evaluate(sample, effects, noParents);
        const explanation = feature.explain(sample, effects, noParents);
        assert.deepEqual([explanation.enabled, explanation.steps], [evaluation.enabled, evaluation.steps]);
        const shown = explanation.strategies.flatMap((one) => [
          ...one.constraints,
          ...one.segments.flatMap((segment) => segment.constraints),
        ]);
        for (const { refusal, result } of shown) assert.ok(refusal === undefined || !result);
        refused += Number(shown.some(({ refusal }) => refusal !== undefined));
        on += Number(evaluation.enabled);
      }),
      { numRuns: 500 },
    );
    assert.ok(refused > 50 && on > 50, `${refused} with a refusal, ${on} on`);
  });

  it('counts clock and chance of parts that the evaluation would not reach', () => {
    const dated = strategy('default', {}, { constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2024-01-01' }] });
    const chance = strategy('flexibleRollout', { rollout: '50', stickiness: 'random' });
    const feature = compiled({ enabled: true, strategies: [strategy('default'), dated, chance], variants: [] });
    const read = ({ readClock, readRandom }: { readClock: boolean; readRandom: boolean }) => [readClock, readRandom];
    assert.deepEqual(read(feature.evaluate({}, effects, noParents)), [false, false]);
    assert.deepEqual(read(feature.explain({}, effects, noParents)), [true, true]);
  });

  it('contains the reason why a pattern is never tried', () => {
    const constraint: Constraint = { contextName: 'userId', operator: 'REGEX', value: '(a?){1000}'.repeat(30) };
    const { strategies } = compiled({
      enabled: true,
      strategies: [strategy('default', {}, { constraints: [constraint, isUser('1')] })],
      variants: [],
    }).explain({ userId: '1' }, effects, noParents);
    assert.deepEqual(
      strategies[0]?.constraints.map(({ result, refusal }) => [result, refusal]),
      [
        [false, 'The pattern has 120002 instructions; the maximum is 1500.'],
        [true, undefined],
      ],
    );
  });

  it('has a result that is consistent with its parts, even if chance differs from draw to draw', () => {
    const random = strategy('flexibleRollout', { rollout: '50', stickiness: 'random' });
    const variants = ['x', 'y'].map((name) => ({ name, weight: 500, weightType: 'variable' as const, stickiness: 'random' }));
    const feature = compiled({ enabled: true, strategies: [random, { ...random, variants }], variants: [] });
    const seen = new Set<string>();
    for (let turn = 0; turn < 500; turn += 1) {
      const { enabled, variant, strategies, winner, readRandom } = feature.explain({}, { ...effects, random: Math.random }, noParents);
      assert.equal(
        enabled,
        strategies.some(({ holds }) => holds),
      );
      assert.deepEqual(variant, winner?.variant);
      assert.equal(
        winner,
        strategies.find(({ holds }) => holds),
      );
      for (const { bucket = 0, holds } of strategies) assert.equal(holds, bucket <= 50);
      assert.equal(readRandom, true);
      seen.add(strategies.map(({ holds }) => String(holds)).join());
    }
    assert.equal(seen.size, 4);
  });

  it('contains every constraint, segment and bucket, even if the first strategy has decided', () => {
    const all = new Map<number, SegmentState>([[1, { id: 1, name: 'few', constraints: [isUser('1'), isUser('1', '7')] }]]);
    const rollout = strategy('flexibleRollout', { rollout: '50', groupId: 'demo', stickiness: 'userId' });
    const strategies = [strategy('default'), { ...rollout, constraints: [isUser('7'), isUser('8')], segments: [1, 9] }];
    const { winner, strategies: explained } = compiled({ enabled: true, strategies, variants: [] }, [], 'demo', all).explain(
      { userId: '1' },
      effects,
      noParents,
    );
    assert.equal(winner, explained[0]);
    const { constraints, segments: shown, applies, holds, bucket } = explained[1] ?? assert.fail();
    assert.deepEqual(
      constraints.map(({ result }) => result),
      [false, false],
    );
    assert.deepEqual(
      shown.map(({ id, state, result, constraints }) => [id, state?.name, result, constraints.length]),
      [
        [1, 'few', true, 2],
        [9, undefined, false, 0],
      ],
    );
    assert.deepEqual([applies, holds, bucket], [false, false, 69]);
  });

  it('contains strategies even if the environment is off or a parent fails', () => {
    const on: Settings = { enabled: true, strategies: [strategy('default')], variants: [] };
    const off = compiled({ ...on, enabled: false }).explain({}, effects, noParents);
    assert.deepEqual(
      [off.enabled, off.switchedOn, off.parentsHold, off.strategies[0]?.holds, off.winner],
      [false, false, true, true, undefined],
    );
    const orphan = compiled(on, [{ feature: 'missing', enabled: true, variants: [] }]).explain({}, effects, noParents);
    assert.deepEqual([orphan.enabled, orphan.switchedOn, orphan.parentsHold, orphan.strategies[0]?.holds], [false, true, false, true]);
  });

  it('lists disabled strategies in their positions, without effect on the result', () => {
    const disabledStrategies = [
      { position: 2, strategy: strategy('default', {}, { id: 'last' }) },
      { position: 0, strategy: strategy('default', {}, { id: 'first' }) },
    ];
    const strategies = [strategy('userWithId', { userIds: '7' }, { id: 'middle' })];
    const { enabled, strategies: explained } = compiled({ enabled: true, strategies, variants: [], disabledStrategies }).explain(
      {},
      effects,
      noParents,
    );
    assert.equal(enabled, false);
    assert.deepEqual(
      explained.map(({ state, disabled, holds }) => [state.id, disabled, holds]),
      [
        ['first', true, true],
        ['middle', false, false],
        ['last', true, true],
      ],
    );
  });
});
