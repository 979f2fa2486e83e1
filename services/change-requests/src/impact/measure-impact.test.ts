import { deepEqual, equal, ok } from 'node:assert/strict';
import type { FeatureState } from '@signalbox/contracts';
import { measureImpact } from './measure-impact.ts';

const rollout = (percent: number, constraints: FeatureState['environments'][string]['strategies'][number]['constraints'] = []) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percent), stickiness: 'userId', groupId: 'cart' },
  constraints,
  variants: [],
  segments: [],
});

const cart = (enabled: boolean, ...strategies: ReturnType<typeof rollout>[]): FeatureState => ({
  name: 'cart',
  project: 'default',
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  dependencies: [],
  environments: { production: { enabled, strategies, variants: [] } },
});

const dependent: FeatureState = { ...cart(true), name: 'checkout', dependencies: [{ feature: 'cart', enabled: true, variants: [] }] };
const inNorway = { contextName: 'country', operator: 'IN' as const, values: ['no'] };
const norwegian = { name: 'Norwegian', context: { appName: 'shop', userId: '7', properties: { country: 'no' } } };
const now = new Date('2026-05-04T12:00:00Z');

const measure = (before: FeatureState[], after: FeatureState[], personas = [norwegian]) =>
  measureImpact(
    { states: { before: { features: before, segments: [] }, after: { features: after, segments: [] }, personas } },
    'production',
    now,
  );

describe('the impact of a change', () => {
  it('is zero if nothing changes', async () => {
    const { flipped, share, personas, features } = await measure([cart(true, rollout(50))], [cart(true, rollout(50))]);
    deepEqual([flipped, share, personas], [0, 0, []]);
    deepEqual(features[0]?.on.before, features[0]?.on.after);
  });

  it('names the affected saved contexts and includes dependent features', async () => {
    const { personas, share, contexts } = await measure([cart(false), dependent], [cart(true), dependent]);
    const flip = { before: { enabled: false, variant: null }, after: { enabled: true, variant: null } };
    deepEqual(personas, [
      {
        name: 'Norwegian',
        changes: [
          { feature: 'cart', ...flip },
          { feature: 'checkout', ...flip },
        ],
      },
    ]);
    deepEqual([share, contexts], [1, { personas: 1, recent: 0, generated: 1000 }]);
  });

  it('includes the share of a rollout; widening it disables the feature for no user', async () => {
    const { features, share } = await measure([cart(true, rollout(20))], [cart(true, rollout(50))], []);
    const [{ on } = { on: { before: 0, after: 0 } }] = features;
    ok(Math.abs(on.before - 0.2) < 0.05 && Math.abs(on.after - 0.5) < 0.05, JSON.stringify(on));
    equal(share, Math.round((on.after - on.before) * 10_000) / 10_000);
  });

  it('includes generated users like the saved contexts, so that constraints match', async () => {
    const { share } = await measure([cart(true, rollout(0))], [cart(true, rollout(100, [inNorway]))]);
    ok(share > 0.4 && share < 0.6, `${share}`);
  });

  it('counts variants before and after', async () => {
    const withVariants = (...weights: number[]): FeatureState => ({
      ...cart(true),
      environments: {
        production: {
          enabled: true,
          strategies: [],
          variants: weights.map((weight, index) => ({ name: `v${index}`, weight, weightType: 'fix', stickiness: 'userId' })),
        },
      },
    });
    const { features } = await measure([withVariants(1000, 0)], [withVariants(0, 1000)], []);
    deepEqual(features[0]?.variants, [
      { name: 'v0', before: 1, after: 0 },
      { name: 'v1', before: 0, after: 1 },
    ]);
  });

  it('treats a deleted feature as off', async () => {
    const { features } = await measure([cart(true)], []);
    deepEqual(features[0]?.on, { before: 1, after: 0 });
  });
});
