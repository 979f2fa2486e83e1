import { deepEqual, equal } from 'node:assert/strict';
import type { FeatureState, FeatureVariant } from '@signalbox/contracts';
import { compileFeature, type Decision, serializeVariant } from '@signalbox/engine';
import { openReplica } from '@signalbox/replica';
import { eventually } from '@signalbox/testing';
import { toggleFormat } from '../frontend/toggle-format.ts';
import { flagFormat } from '../ofrep/evaluate-flags.ts';
import { resolve } from '../ofrep/resolve.ts';
import { Evaluations, type EvaluationFormat } from './evaluations.ts';

const scope = { environment: 'production', projects: '*' } as const;
const variant = (name: string, payload?: FeatureVariant['payload']): FeatureVariant => ({ name, weight: 500, ...(payload && { payload }) });
const half = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId' }, constraints: [], variants: [], segments: [] };

function feature(name: string, own: Partial<FeatureState['environments'][string]> = {}, more: Partial<FeatureState> = {}): FeatureState {
  const common = { project: 'default', type: 'release', description: 'ü', stale: false, impressionData: false, dependencies: [] };
  return { name, ...common, environments: { production: { enabled: true, strategies: [half], variants: [], ...own } }, ...more };
}

const features = [
  feature('a'),
  feature('b "quoted" \u2028 ü', { strategies: [] }, { impressionData: true }),
  feature('c', { enabled: false }),
  feature('d', { variants: [variant('x'), variant('y', { type: 'json', value: '{"a":"\\u00fc"}' })] }),
  feature('e', {
    strategies: [
      { ...half, variants: [{ ...variant('x', { type: 'string', value: '"\n' }), weightType: 'variable', stickiness: 'userId' }] },
    ],
  }),
  feature('f', {}, { dependencies: [{ feature: 'd', enabled: true, variants: ['x'] }] }),
  feature('g', {}, { environments: {} }),
];

/** The expected output of each format, written without caches. */
const formats: readonly [EvaluationFormat, (decided: readonly [FeatureState, Decision][]) => unknown][] = [
  [
    toggleFormat,
    (decided) => ({
      toggles: decided
        .filter(([, { enabled }]) => enabled)
        .map(([{ name, impressionData }, decision]) => ({ name, enabled: true, variant: serializeVariant(decision), impressionData })),
    }),
  ],
  [
    flagFormat,
    (decided) => ({ flags: decided.map(([state, decision]) => resolve(compileFeature(state, 'production', new Map()), decision)) }),
  ],
];

describe('cached texts of features', () => {
  const effects = { now: () => new Date(0), random: () => 0, hostname: '' };
  let evaluations: Evaluations;
  before(async () => {
    const replica = openReplica({
      fetchPage: async () => ({ revision: 1, features, segments: [], next: null }),
      schedule: () => () => undefined,
      yieldToOthers: async () => undefined,
    });
    replica.resync();
    await eventually(() => replica.ready);
    replica.close();
    evaluations = new Evaluations({ replica, ...effects, id: () => 'id' });
  });

  for (const [format, expected] of formats) {
    it(`join to the same text as a direct serialization (${format.name})`, async () => {
      const compiled = new Map(features.map((state) => [state.name, compileFeature(state, 'production', new Map())]));
      const seen = new Set<string>();
      for (let user = 0; user < 60; user += 1) {
        const fields = { userId: String(user) };
        const { json } = await evaluations.render(format, scope, { fields, properties: {} });
        const context = { ...fields, environment: 'production' };
        const decided = features.map((state): [FeatureState, Decision] => {
          const decision = compiled.get(state.name)?.evaluate(context, effects, compiled) ?? { enabled: false, variant: undefined };
          return [state, decision];
        });
        equal(String(json), JSON.stringify(expected(decided)));
        for (const [{ name }, decision] of decided) seen.add(`${name} ${decision.enabled} ${decision.variant?.name}`);
      }
      deepEqual(
        ['a true undefined', 'a false undefined', 'd true x', 'd true y', 'e true x', 'f true undefined', 'f false undefined'].filter(
          (outcome) => !seen.has(outcome),
        ),
        [],
      );
    });
  }
});
