import assert from 'node:assert/strict';
import type {
  Constraint,
  EnvironmentState,
  FeatureState,
  FeatureVariant,
  SegmentState,
  StrategyState,
  StrategyVariant,
} from '@signalbox/contracts';
import * as fc from 'fast-check';
import type { EvaluationContext, Effects } from '../context.ts';
import { beginOutcome, type Evaluation, serializeVariant } from '../evaluation.ts';
import { compileFeature } from './compile-feature.ts';

const effects: Effects = { now: () => new Date(0), random: () => 0.5, hostname: 'Signal-1' };
const noSegments = new Map<number, SegmentState>();

function strategy(name: string, parameters: Record<string, string> = {}, rest: Partial<StrategyState> = {}): StrategyState {
  return { name, parameters, constraints: [], variants: [], segments: [], ...rest };
}

function feature(environment: Partial<EnvironmentState>, rest: Partial<FeatureState> = {}): FeatureState {
  return {
    name: 'demo',
    project: 'default',
    type: 'release',
    description: null,
    stale: false,
    impressionData: false,
    dependencies: [],
    environments: { production: { enabled: true, strategies: [], variants: [], ...environment } },
    ...rest,
  };
}

function evaluate(state: FeatureState, context: EvaluationContext = {}, around = effects, segments = noSegments): Evaluation {
  return compileFeature(state, 'production', segments).evaluate(context, around, new Map());
}

function isOn(name: string, parameters: Record<string, string>, context: EvaluationContext = {}, around = effects): boolean {
  return evaluate(feature({ strategies: [strategy(name, parameters)] }), context, around).enabled;
}

const half = (name: string): StrategyVariant => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' });

describe('a compiled feature', () => {
  it('is on without strategies', () => {
    assert.deepEqual(evaluate(feature({})), { ...beginOutcome(), enabled: true });
  });

  it('is off if the environment is off, unknown, or the name of an inherited member', () => {
    assert.equal(evaluate(feature({ enabled: false })).enabled, false);
    for (const environment of ['elsewhere', 'constructor', '__proto__']) {
      const compiled = compileFeature(feature({}), environment, noSegments);
      assert.equal(compiled.evaluate({}, effects, new Map()).enabled, false);
    }
  });

  it('is on as soon as one strategy holds', () => {
    const strategies = [strategy('unheard-of'), strategy('userWithId', { userIds: '7' }), strategy('default')];
    assert.equal(evaluate(feature({ strategies })).enabled, true);
    assert.equal(evaluate(feature({ strategies: strategies.slice(0, 2) })).enabled, false);
  });

  it('marks an unknown strategy, which never holds', () => {
    const compiled = compileFeature(feature({ strategies: [strategy('unheard-of')] }), 'production', noSegments);
    assert.equal(compiled.strategies[0]?.known, false);
    assert.equal(compiled.evaluate({}, effects, new Map()).enabled, false);
  });

  describe('segments', () => {
    const segments = new Map<number, SegmentState>([
      [1, { id: 1, name: 'staff', constraints: [{ contextName: 'userId', operator: 'STR_ENDS_WITH', values: ['@box'] }] }],
      [2, { id: 2, name: 'paying', constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] }],
    ]);
    const both = feature({ strategies: [strategy('default', {}, { segments: [1, 2] })] });

    it('must all hold for a strategy to hold', () => {
      assert.equal(evaluate(both, { userId: 'a@box', plan: 'gold' }, effects, segments).enabled, true);
      assert.equal(evaluate(both, { userId: 'a@box' }, effects, segments).enabled, false);
    });

    it('make the strategy fail if one is missing', () => {
      const dangling = feature({ strategies: [strategy('default', {}, { segments: [1, 9] })] });
      assert.equal(evaluate(dangling, { userId: 'a@box' }, effects, segments).enabled, false);
    });

    it('are compiled once for all strategies that use them', () => {
      const [first, second] = [compileFeature(both, 'production', segments), compileFeature(both, 'production', segments)];
      assert.equal(first.strategies[0]?.segments[0], second.strategies[0]?.segments[0]);
    });
  });

  describe('flexibleRollout', () => {
    it('passes up to and including the bucket of the identity', () => {
      assert.equal(isOn('flexibleRollout', { rollout: '73', groupId: 'gr1' }, { userId: '123' }), true);
      assert.equal(isOn('flexibleRollout', { rollout: '72', groupId: 'gr1' }, { userId: '123' }), false);
    });

    it("uses the feature's name for a missing group", () => {
      assert.equal(isOn('flexibleRollout', { rollout: '69' }, { userId: '1' }), true);
      assert.equal(isOn('flexibleRollout', { rollout: '68', groupId: '' }, { userId: '1' }), false);
    });

    it('falls back from user to session to chance', () => {
      const parameters = { rollout: '50', groupId: 'demo' };
      assert.equal(isOn('flexibleRollout', parameters, { sessionId: 'session-1' }), true);
      assert.equal(isOn('flexibleRollout', parameters, { userId: '1', sessionId: 'session-1' }), false);
      const drawn = evaluate(feature({ strategies: [strategy('flexibleRollout', parameters)] }), {}, { ...effects, random: () => 0.0001 });
      assert.deepEqual([drawn.enabled, drawn.readRandom], [true, true]);
    });

    it('fails without the field of a custom stickiness, even at 100 percent', () => {
      assert.equal(isOn('flexibleRollout', { rollout: '100', stickiness: 'tenant' }), false);
      assert.equal(isOn('flexibleRollout', { rollout: '100', stickiness: 'tenant' }, { properties: { tenant: 't' } }), true);
    });

    it('draws no random number if all or none pass', () => {
      for (const rollout of ['0', '100']) {
        const answer = evaluate(feature({ strategies: [strategy('flexibleRollout', { rollout, stickiness: 'random' })] }));
        assert.deepEqual([answer.enabled, answer.readRandom], [rollout === '100', false]);
      }
    });

    it('fails for a rollout that is not a number', () => {
      assert.equal(isOn('flexibleRollout', { rollout: 'half' }, { userId: '1' }), false);
      assert.equal(isOn('flexibleRollout', {}, { userId: '1' }), false);
    });

    it('reaches close to its share of any users', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 100 }), fc.string(), (rollout, group) => {
          const compiled = compileFeature(
            feature({ strategies: [strategy('flexibleRollout', { rollout: String(rollout), groupId: group })] }),
            'production',
            noSegments,
          );
          let on = 0;
          for (let user = 0; user < 2000; user += 1)
            on += Number(compiled.evaluate({ userId: `user-${user}` }, effects, new Map()).enabled);
          assert.ok(Math.abs(on / 20 - rollout) < 7, `${on} of 2000 at ${rollout} %`);
        }),
        { numRuns: 20 },
      );
    });
  });

  describe('other strategies', () => {
    it('include gradualRolloutUserId and gradualRolloutSessionId, which require their own field', () => {
      assert.equal(isOn('gradualRolloutUserId', { percentage: '73', groupId: 'gr1' }, { userId: '123' }), true);
      assert.equal(isOn('gradualRolloutUserId', { percentage: '72', groupId: 'gr1' }, { userId: '123' }), false);
      assert.equal(isOn('gradualRolloutUserId', { percentage: '100' }, { sessionId: '123' }), false);
      assert.equal(isOn('gradualRolloutSessionId', { percentage: '100' }, { sessionId: '123' }), true);
    });

    it('include gradualRolloutRandom, which compares with a number from 1 to 100', () => {
      const at = (random: number) => ({ ...effects, random: () => random });
      assert.equal(isOn('gradualRolloutRandom', { percentage: '50' }, {}, at(0.499)), true);
      assert.equal(isOn('gradualRolloutRandom', { percentage: '50' }, {}, at(0.5)), false);
      assert.equal(isOn('gradualRolloutRandom', { percentage: '0' }, {}, at(0)), false);
      assert.equal(isOn('gradualRolloutRandom', { percentage: '1' }, {}, at(0)), true);
      assert.equal(isOn('gradualRolloutRandom', { percentage: '99' }, {}, at(0.999)), false);
      assert.equal(isOn('gradualRolloutRandom', { percentage: '100' }, {}, at(0.999)), true);
    });

    it('include userWithId, which matches a list entry exactly', () => {
      assert.equal(isOn('userWithId', { userIds: 'a@b.c, 12 ,,x' }, { userId: '12' }), true);
      assert.equal(isOn('userWithId', { userIds: 'a@b.c, 12 ,,x' }, { userId: 'X' }), false);
      assert.equal(isOn('userWithId', { userIds: '' }, { userId: '' }), false);
    });

    it('include remoteAddress, which matches by spelling or by network', () => {
      const parameters = { IPs: '10.0.0.0/8, nonsense/9, ::1, 160.33.0.33' };
      for (const remoteAddress of ['10.9.8.7', '::1', '0:0:0:0:0:0:0:1', '160.33.0.33', 'nonsense/9']) {
        assert.equal(isOn('remoteAddress', parameters, { remoteAddress }), true, remoteAddress);
      }
      assert.equal(isOn('remoteAddress', parameters, { remoteAddress: '11.0.0.1' }), false);
      assert.equal(isOn('remoteAddress', parameters), false);
    });

    it('include applicationHostname, which ignores case', () => {
      assert.equal(isOn('applicationHostname', { hostNames: 'other, SIGNAL-1' }), true);
      assert.equal(isOn('applicationHostname', { hostNames: 'other' }), false);
      assert.equal(isOn('applicationHostname', { hostNames: '' }, {}, { ...effects, hostname: '' }), false);
    });
  });

  describe('variants', () => {
    const own: FeatureVariant[] = [
      { name: 'a', weight: 500, payload: { type: 'string', value: 'x' } },
      { name: 'b', weight: 500, overrides: [{ contextName: 'userId', values: ['42'] }] },
    ];

    it('come from the winning strategy, otherwise from the feature', () => {
      const strategies = [strategy('userWithId', { userIds: '1' }, { variants: [half('s')] }), strategy('default')];
      const state = feature({ strategies, variants: own });
      assert.equal(evaluate(state, { userId: '1' }).variant?.name, 's');
      assert.deepEqual(evaluate(state, { userId: '3' }).variant, { name: 'b', enabled: true, feature_enabled: true });
    });

    it('follow the hash with the variant seed', () => {
      // demo:2 is 624 of 1000, demo:3 is 525. Weights of 624 and 376 put only the former into the first share.
      const state = feature({
        variants: [
          { name: 'a', weight: 624 },
          { name: 'b', weight: 376 },
        ],
      });
      assert.equal(evaluate(state, { userId: '2' }).variant?.name, 'a');
      const narrower = feature({
        variants: [
          { name: 'a', weight: 623 },
          { name: 'b', weight: 377 },
        ],
      });
      assert.equal(evaluate(narrower, { userId: '2' }).variant?.name, 'b');
    });

    it('obey an override before the hash', () => {
      const names = ['1', '2', '3', '42'].map((userId) => evaluate(feature({ variants: own }), { userId }).variant?.name);
      assert.equal(names.at(-1), 'b');
      const onlyOverride: FeatureVariant[] = [
        { name: 'a', weight: 1000 },
        { name: 'b', weight: 0, overrides: [{ contextName: 'plan', values: ['gold'] }] },
      ];
      assert.equal(evaluate(feature({ variants: onlyOverride }), { properties: { plan: 'gold' } }).variant?.name, 'b');
      assert.equal(evaluate(feature({ variants: onlyOverride }), { userId: '1' }).variant?.name, 'a');
    });

    it('are drawn by chance if the sticky field is missing', () => {
      const answer = evaluate(feature({ variants: own.map((variant) => ({ ...variant, stickiness: 'tenant' })) }));
      assert.ok(answer.variant);
      assert.equal(answer.readRandom, true);
    });

    it('need no chance if one variant has all the weight', () => {
      const answer = evaluate(
        feature({
          variants: [
            { name: 'none', weight: 0 },
            { name: 'all', weight: 1000 },
          ],
        }),
      );
      assert.deepEqual([answer.variant?.name, answer.readRandom], ['all', false]);
    });

    it('use the stickiness of the first one, otherwise that of the strategy', () => {
      const inherited = [half('a'), half('b')].map((variant) => ({ ...variant, stickiness: '' }));
      const strategies = [strategy('flexibleRollout', { rollout: '100', stickiness: 'tenant' }, { variants: inherited })];
      const namesOf = (contexts: EvaluationContext[]) =>
        new Set(contexts.map((context) => evaluate(feature({ strategies }), context).variant?.name));
      const ids = Array.from({ length: 30 }, (_, id) => String(id));
      assert.equal(namesOf(ids.map((userId) => ({ userId, properties: { tenant: 't' } }))).size, 1);
      assert.equal(namesOf(ids.map((tenant) => ({ userId: '1', properties: { tenant } }))).size, 2);
    });

    it('default to the disabled variant', () => {
      const weightless = evaluate(feature({ variants: [{ name: 'a', weight: 0 }] }));
      assert.deepEqual(serializeVariant(weightless), { name: 'disabled', enabled: false, feature_enabled: true });
      assert.deepEqual(serializeVariant(evaluate(feature({ enabled: false }))), {
        name: 'disabled',
        enabled: false,
        feature_enabled: false,
      });
    });
  });

  describe('dependencies', () => {
    const child = (enabled: boolean, variants: string[] = []) =>
      compileFeature(feature({}, { name: 'child', dependencies: [{ feature: 'parent', enabled, variants }] }), 'production', noSegments);
    const parent = (environment: Partial<EnvironmentState>, rest: Partial<FeatureState> = {}) =>
      new Map([['parent', compileFeature(feature(environment, { name: 'parent', ...rest }), 'production', noSegments)]]);
    const holds = (compiled: ReturnType<typeof child>, features: ReturnType<typeof parent>) =>
      compiled.evaluate({ userId: '1' }, effects, features).enabled;

    it('follow the state of the parent', () => {
      assert.equal(holds(child(true), parent({})), true);
      assert.equal(holds(child(true), parent({ enabled: false })), false);
      assert.equal(holds(child(false), parent({})), false);
      assert.equal(holds(child(false), parent({ enabled: false })), true);
    });

    it('fail for a parent that is missing or has parents itself, in both expected states', () => {
      const chained = { dependencies: [{ feature: 'grandparent', enabled: true, variants: [] }] };
      for (const expected of [true, false]) {
        assert.equal(child(expected).evaluate({}, effects, new Map()).enabled, false);
        assert.equal(holds(child(expected), parent({}, chained)), false);
      }
    });

    it('fail in a cycle, without an endless loop', () => {
      const needs = (name: string, needed: string) => {
        const dependencies = [{ feature: needed, enabled: true, variants: [] }];
        return compileFeature(feature({}, { name, dependencies }), 'production', noSegments);
      };
      const features = new Map([needs('a', 'b'), needs('b', 'a'), needs('c', 'c')].map((one) => [one.state.name, one]));
      for (const one of features.values()) assert.equal(one.evaluate({}, effects, features).enabled, false);
      for (const one of features.values()) assert.equal(one.explain({}, effects, features).parentsHold, false);
    });

    it('may require a variant of the parent', () => {
      const variants: FeatureVariant[] = [{ name: 'blue', weight: 1000 }];
      assert.equal(holds(child(true, ['red', 'blue']), parent({ variants })), true);
      assert.equal(holds(child(true, ['red']), parent({ variants })), false);
      assert.equal(holds(child(true, ['disabled']), parent({})), true);
      assert.equal(holds(child(true, ['disabled']), parent({ enabled: false })), false);
    });

    it('affect the result only through the inputs that the parent read', () => {
      const drawing = parent({
        strategies: [strategy('flexibleRollout', { rollout: '99', stickiness: 'random' })],
        variants: [{ name: 'blue', weight: 1 }],
      });
      const answer = child(true).evaluate({}, effects, drawing);
      assert.deepEqual(answer, { ...beginOutcome(), enabled: true, readRandom: true });
    });
  });

  describe('steps', () => {
    // A hundred thousand steps for a text of a hundred characters, and never a match.
    const expensive: Constraint = { contextName: 'field', operator: 'REGEX', value: `${'a?'.repeat(150)}${'z'.repeat(400)}` };
    const context = { field: 'a'.repeat(100), userId: '1' };
    const strategyWith = (...constraints: Constraint[]) => strategy('default', {}, { constraints });
    const unlike = { ...expensive, inverted: true };

    it('are limited per evaluation, whatever the number of strategies and segments', () => {
      assert.equal(evaluate(feature({ strategies: [strategyWith(unlike, unlike)] }), context).enabled, true);
      assert.equal(evaluate(feature({ strategies: [strategyWith(unlike, unlike, unlike)] }), context).enabled, false);
      assert.equal(
        evaluate(feature({ strategies: [strategyWith(expensive), strategyWith(expensive), strategyWith(unlike)] }), context).enabled,
        false,
      );
      const segments = new Map<number, SegmentState>([[1, { id: 1, name: 'unlike', constraints: [unlike, unlike] }]]);
      const inSegment = [strategy('default', {}, { segments: [1] }), strategy('default', {}, { constraints: [unlike], segments: [1] })];
      assert.equal(evaluate(feature({ strategies: inSegment.slice(0, 1) }), context, effects, segments).enabled, true);
      assert.equal(evaluate(feature({ strategies: inSegment.slice(1) }), context, effects, segments).enabled, false);
    });

    it('stay available for less expensive strategies, and again for the next evaluation', () => {
      const compiled = compileFeature(
        feature({ strategies: [strategyWith(expensive), strategyWith(expensive), strategyWith(expensive), strategyWith()] }),
        'production',
        noSegments,
      );
      const first = compiled.evaluate(context, effects, new Map());
      assert.deepEqual([first.enabled, (first.steps ?? 0) > 200_000], [true, true]);
      assert.deepEqual(compiled.evaluate(context, effects, new Map()), first);
    });

    it('are shared with the parents, and a parent without enough steps has no effect', () => {
      const off = { strategies: [strategyWith(expensive)] };
      const childOf = (count: number, own: Constraint[]) => {
        const names = Array.from({ length: count }, (_, index) => `parent-${index}`);
        const dependencies = names.map((name) => ({ feature: name, enabled: false, variants: [] }));
        const parents = new Map(names.map((name) => [name, compileFeature(feature(off, { name }), 'production', noSegments)]));
        const child = feature({ strategies: [strategyWith(...own)] }, { name: 'child', dependencies });
        return compileFeature(child, 'production', noSegments).evaluate(context, effects, parents).enabled;
      };
      assert.equal(childOf(2, []), true);
      assert.equal(childOf(3, []), false);
      assert.equal(childOf(1, [unlike]), true);
      assert.equal(childOf(2, [unlike]), false);
    });

    it('do not suffice for an identity that is too long', () => {
      const strategies = [strategy('flexibleRollout', { rollout: '99.9', stickiness: 'userId' })];
      const variants = [
        { name: 'a', weight: 1 },
        { name: 'b', weight: 1 },
      ];
      const long = { userId: 'x'.repeat(2_000_000) };
      assert.equal(evaluate(feature({ strategies }), { userId: 'x'.repeat(500_000) }).enabled, true);
      assert.equal(evaluate(feature({ strategies }), long).enabled, false);
      assert.equal(evaluate(feature({ variants }), long).variant, undefined);
      const addresses = [strategy('remoteAddress', { IPs: '10.0.0.0/8' })];
      const { steps } = evaluate(feature({ strategies: addresses }), { remoteAddress: '.'.repeat(4000) });
      assert.equal(steps, 2001);
    });
  });
});
