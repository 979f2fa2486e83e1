import { deepEqual, equal } from 'node:assert/strict';
import { readFeature, readSegment } from './client-features.ts';

const constraint = { contextName: 'userId', operator: 'IN', values: ['1'] };

describe('a feature of the client API', () => {
  it('is read without the fields that only its upstream knows', () => {
    const strategy = {
      name: 'default',
      parameters: { rollout: 50 },
      constraints: [{ ...constraint, value: null, future: 1 }],
      sortOrder: 1,
    };
    const feature = { name: 'cart', enabled: true, strategies: [strategy], createdAt: '2026-01-01', dependencies: [{ feature: 'parent' }] };
    deepEqual(readFeature(feature), {
      name: 'cart',
      project: 'default',
      type: 'release',
      description: null,
      stale: false,
      impressionData: false,
      dependencies: [{ feature: 'parent', enabled: true, variants: [] }],
      settings: {
        enabled: true,
        variants: [],
        strategies: [{ name: 'default', parameters: { rollout: '50' }, constraints: [constraint], variants: [], segments: [] }],
      },
    });
  });

  it('never applies a strategy with an unknown operator', () => {
    const feature = readFeature({ name: 'cart', strategies: [{ name: 'default', constraints: [{ ...constraint, operator: 'NEARBY' }] }] });
    deepEqual(typeof feature === 'string' || feature.settings.strategies[0]?.constraints, [
      { contextName: 'appName', operator: 'IN', values: [] },
    ]);
  });

  it('may have strategy variants without stickiness and type of weight', () => {
    const feature = readFeature({ name: 'cart', strategies: [{ name: 'default', variants: [{ name: 'v', weight: 1 }] }] });
    deepEqual(typeof feature === 'string' || feature.settings.strategies[0]?.variants, [
      { weightType: 'variable', stickiness: 'default', name: 'v', weight: 1 },
    ]);
  });

  it('is refused with the path of its problem', () => {
    equal(readFeature({ name: 'cart', variants: [{ name: 'red', weight: -1 }] }), '/environments/here/variants/0/weight');
    equal(readFeature(null), '');
  });
});

describe('a segment of the client API', () => {
  it('may lack its name', () => {
    deepEqual(readSegment({ id: 7, constraints: [constraint] }), { id: 7, name: '7', constraints: [constraint] });
    equal(readSegment({ id: 'x' }), '/id');
  });
});
