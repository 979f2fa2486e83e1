import { deepEqual } from 'node:assert/strict';
import type { MetricsCount } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { foldCounts } from './fold-counts.ts';

const ten = Date.parse('2026-03-01T10:00:00.000Z');

const metrics = (more: Partial<MetricsCount>): MetricsCount => ({
  kind: 'metrics',
  appName: 'shop',
  instanceId: 'one',
  environment: 'development',
  timestamp: new Date(ten).toISOString(),
  at: new Date(ten + 60_000).toISOString(),
  toggles: { cart: { yes: 2, no: 1, variants: { blue: 1 } } },
  ...more,
});
const evaluated = { yes: 1, no: 0, variants: {} };

describe('fold counts', () => {
  it('sums the counts of instances of one application in one hour', () => {
    const counts = [
      metrics({}),
      metrics({
        instanceId: 'two',
        at: new Date(ten + 120_000).toISOString(),
        toggles: { cart: { yes: 1, no: 0, variants: { blue: 1, red: 2 } } },
      }),
    ];
    deepEqual(foldCounts(counts), [
      {
        environment: 'development',
        projects: ['*'],
        hour: ten,
        appName: 'shop',
        featureName: 'cart',
        yes: 3,
        no: 1,
        variants: new Map([
          ['blue', 2],
          ['red', 2],
        ]),
        at: ten + 120_000,
      },
    ]);
  });

  it('separates environments, hours, applications and features, in sorted order', () => {
    const counts = [
      metrics({ environment: 'two', toggles: { b: evaluated, a: evaluated } }),
      metrics({ toggles: { z: evaluated } }),
      metrics({ appName: 'app', toggles: { z: evaluated } }),
      metrics({ timestamp: new Date(ten - hourMs).toISOString(), toggles: { z: evaluated } }),
    ];
    deepEqual(
      foldCounts(counts).map(({ environment, hour, appName, featureName }) => [environment, (hour - ten) / hourMs, appName, featureName]),
      [
        ['development', -1, 'shop', 'z'],
        ['development', 0, 'app', 'z'],
        ['development', 0, 'shop', 'z'],
        ['two', 0, 'shop', 'a'],
        ['two', 0, 'shop', 'b'],
      ],
    );
  });

  it('separates counts with different permitted projects', () => {
    const counts = [metrics({ projects: ['shop'] }), metrics({ projects: ['till', 'shop'] }), metrics({ projects: ['shop'] })];
    deepEqual(
      foldCounts(counts).map(({ projects, yes }) => [projects, yes]),
      [
        [['shop'], 4],
        [['till', 'shop'], 2],
      ],
    );
  });

  it('leaves out counts of zero', () => {
    deepEqual(foldCounts([metrics({ toggles: { cart: { yes: 0, no: 0, variants: {} } } })]), []);
  });

  it('ignores a clock that is days off', () => {
    const [count] = foldCounts([metrics({ timestamp: '2020-01-01T00:00:00.000Z' })]);
    deepEqual(count?.hour, ten);
  });
});
