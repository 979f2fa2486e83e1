import { deepEqual, equal, ok } from 'node:assert/strict';
import { FlagdCore } from '@openfeature/flagd-core';
import { type CompiledFeature, compileFeature, type EvaluationContext } from '@signalbox/engine';
import { context, dependencies, segments, settings } from '@signalbox/engine/any-feature';
import type { FeatureState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { resolve } from '../../ofrep/resolve.ts';
import { flagOf } from './flag-of.ts';

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
const effects = { now: () => new Date(), random: () => 0.5, hostname: '' };

type Settings = FeatureState['environments'][string];

const feature = (name: string, own: Partial<Settings>, parents: FeatureState['dependencies'] = []): FeatureState =>
  ({
    name,
    project: 'shop',
    type: 'release',
    stale: false,
    impressionData: false,
    dependencies: parents,
    environments: { production: { enabled: true, strategies: [], variants: [], ...own } },
  }) as unknown as FeatureState;

const compile = (state: FeatureState): CompiledFeature => compileFeature(state, 'production', segments);

/** Value and error of flagd for the type of the default. */
function inFlagd(flags: object, key: string, defaultValue: unknown, given: object) {
  const core = new FlagdCore(undefined, silent);
  core.setConfigurations(JSON.stringify({ flags }));
  const typed = { boolean: 'resolveBooleanEvaluation', string: 'resolveStringEvaluation', number: 'resolveNumberEvaluation' } as const;
  const method = typed[typeof defaultValue as keyof typeof typed] ?? 'resolveObjectEvaluation';
  const { value, errorCode } = core[method](key, defaultValue as never, given as never, silent);
  return { value, errorCode };
}

const strategy = (name: string, parameters: Record<string, string> = {}, more: object = {}) =>
  ({ name, parameters, constraints: [], variants: [], segments: [], ...more }) as unknown as Settings['strategies'][number];

describe('a feature in the format of flagd', () => {
  it('has the same value as in the engine, wherever no share decides', () => {
    let compared = 0;
    let leftOut = 0;
    fc.assert(
      fc.property(
        settings,
        settings,
        dependencies,
        fc.array(context, { minLength: 3, maxLength: 3 }),
        (own, ofParent, parents, contexts) => {
          const compiled = [feature('demo', own as Settings, parents), feature('parent', ofParent as Settings)].map(compile);
          const lookup = new Map(compiled.map((each) => [each.state.name, each]));
          const demo = compiled[0] as CompiledFeature;
          const { flag, problems, isShared } = flagOf(demo, lookup);
          equal(flag === undefined, problems.length > 0);
          if (!flag) leftOut += 1;
          if (!flag || isShared || JSON.stringify([own, ofParent]).match(/NUM_|SEMVER_/)) return;
          for (const { currentTime: _time, properties = {}, ...fields } of contexts) {
            const question = { ...fields, properties, environment: 'production' } as EvaluationContext;
            const { value } = resolve(demo, demo.evaluate(question, effects, lookup));
            const given = inFlagd({ demo: flag }, 'demo', typeof value === 'boolean' ? !value : 'default', { ...fields, ...properties });
            deepEqual(given.value, value, JSON.stringify({ flag, fields, properties }));
            compared += 1;
          }
        },
      ),
      { numRuns: 4000 },
    );
    ok(compared > 1000, `compared ${compared}`);
    ok(leftOut > 500, `left out ${leftOut}`);
  });

  it('compares numbers and complete versions like the engine', () => {
    const samples = { NUM: ['12', '7', '-3', '12.0', '0.5'], SEMVER: ['1.2.3', '1.2.3-rc.1', '1.10.0', '2.0.0+build'] };
    for (const [kind, values] of Object.entries(samples))
      for (const [comparison, value, plan, inverted] of combinations(
        ['EQ', 'GT', 'GTE', 'LT', 'LTE'],
        values,
        [...values, undefined],
        [true, false],
      )) {
        const constraint = { contextName: 'plan', operator: `${kind}_${comparison}`, value, inverted };
        const demo = compile(feature('demo', { strategies: [strategy('default', {}, { constraints: [constraint] })] }));
        const { enabled } = demo.evaluate({ properties: { plan } }, effects, new Map());
        const { flag } = flagOf(demo, new Map());
        const given = inFlagd({ demo: flag }, 'demo', !enabled, plan === undefined ? {} : { plan });
        deepEqual(given, { value: enabled, errorCode: undefined }, JSON.stringify([constraint, plan]));
      }
  });

  it('is left out with the reason where the format has no such rule', () => {
    const problemsOf = (own: Partial<Settings>) => flagOf(compile(feature('demo', own)), new Map()).problems;
    const constrained = (operator: string, more: object = {}) => ({
      strategies: [strategy('default', {}, { constraints: [{ contextName: 'plan', operator, values: ['a'], value: 'a', ...more }] })],
    });
    deepEqual(problemsOf(constrained('REGEX')), ['REGEX']);
    deepEqual(problemsOf(constrained('IN_CIDR')), ['IN_CIDR']);
    deepEqual(problemsOf(constrained('STR_CONTAINS', { caseInsensitive: true })), ['STR_CONTAINS without case']);
    deepEqual(problemsOf({ strategies: [strategy('remoteAddress', { IPs: '10.0.0.1' })] }), ['the strategy remoteAddress']);
    deepEqual(problemsOf({ strategies: [strategy('flexibleRollout', { rollout: '50', stickiness: 'random' })] }), ['a random share']);
    deepEqual(problemsOf({ ...constrained('REGEX'), enabled: false }), []);
  });

  it('is false instead of the code default while it is off', () => {
    const { flag } = flagOf(compile(feature('demo', { enabled: false })), new Map());
    deepEqual(flag, {
      state: 'ENABLED',
      variants: { on: true, off: false },
      defaultVariant: 'off',
      metadata: { flagSetId: 'shop', toggleType: 'release' },
    });
    deepEqual(inFlagd({ demo: flag }, 'demo', true, {}), { value: false, errorCode: undefined });
  });

  it('has the code default for users who do not get a variant with a value', () => {
    const variants = [{ name: 'blue', weight: 1000, payload: { type: 'string', value: '#00f' } }];
    const own = { strategies: [strategy('userWithId', { userIds: 'ann' })], variants } as unknown as Partial<Settings>;
    const { flag } = flagOf(compile(feature('demo', own)), new Map());
    deepEqual(inFlagd({ demo: flag }, 'demo', '#fff', { targetingKey: 'ann' }), { value: '#00f', errorCode: undefined });
    deepEqual(inFlagd({ demo: flag }, 'demo', '#fff', { targetingKey: 'bob' }), { value: '#fff', errorCode: undefined });
  });

  it('has the variant of everyone else as its default', () => {
    const variants = (name: string) => [{ name, weight: 1000, payload: { type: 'string', value: name } }];
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['ann'] }];
    const strategies = [
      strategy('default', {}, { constraints, variants: variants('hit') }),
      strategy('default', {}, { variants: variants('miss') }),
    ];
    const { flag } = flagOf(compile(feature('demo', { strategies })), new Map());
    equal(flag?.defaultVariant, 'miss');
    const core = new FlagdCore(undefined, silent);
    core.setConfigurations(JSON.stringify({ flags: { demo: flag } }));
    const reasonFor = (targetingKey: string) => {
      const { value, reason } = core.resolveStringEvaluation('demo', '', { targetingKey }, silent);
      return [value, reason];
    };
    deepEqual(reasonFor('ann'), ['hit', 'TARGETING_MATCH']);
    deepEqual(reasonFor('bob'), ['miss', 'DEFAULT']);
  });

  it('reaches about as many people by a share, and says that they are others', () => {
    const { flag, isShared } = flagOf(
      compile(feature('demo', { strategies: [strategy('flexibleRollout', { rollout: '25' })] })),
      new Map(),
    );
    ok(isShared);
    const users = Array.from({ length: 2000 }, (_, index) => `user-${index}`);
    const reached = users.filter((targetingKey) => inFlagd({ demo: flag }, 'demo', false, { targetingKey }).value === true).length;
    ok(Math.abs(reached / users.length - 0.25) < 0.05, String(reached));
  });
});

/** All combinations of one element of each list. */
function* combinations<A, B, C, D>(first: A[], second: B[], third: C[], fourth: D[]): Generator<[A, B, C, D]> {
  for (const a of first) for (const b of second) for (const c of third) for (const d of fourth) yield [a, b, c, d];
}
