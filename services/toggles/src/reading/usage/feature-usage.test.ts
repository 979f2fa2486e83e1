import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges } from '@signalbox/contracts';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('evaluations as a metric', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { METRIC_FEATURES: '2' } });
    for (const name of ['cart', 'menu', 'late']) await app.as(app.users.editor).post('/api/admin/projects/default/features', { name });
  });
  after(() => app.close());

  const count = (features: Readonly<Record<string, { yes: number; no: number }>>) => {
    const at = new Date().toISOString();
    const counts = Object.entries(features).map(([name, { yes, no }]) => [name, { yes, no, variants: {} }]);
    const toggles = Object.fromEntries(counts);
    const body = { kind: 'metrics', appName: 'shop', instanceId: 'one', environment: 'development', timestamp: at, at, toggles };
    return app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify([body]) }]);
  };
  const lines = async () =>
    (await app.host.metrics.registry.getSingleMetricAsString('signalbox_feature_evaluations_total'))
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .sort();
  const line = (project: string, feature: string, result: string, value: number) =>
    `signalbox_feature_evaluations_total{project="${project}",feature="${feature}",environment="development",result="${result}"} ${value}`;

  it('names features up to the limit, sums up the rest, and leaves out unknown ones', async () => {
    await count({ cart: { yes: 2, no: 1 }, menu: { yes: 0, no: 4 }, unknown: { yes: 9, no: 9 } });
    await eventually(async () => equal((await lines()).length, 4));
    await count({ cart: { yes: 3, no: 0 }, late: { yes: 5, no: 6 } });
    await eventually(async () =>
      deepEqual(await lines(), [
        line('[other]', '[other]', 'no', 6),
        line('[other]', '[other]', 'yes', 5),
        line('default', 'cart', 'no', 1),
        line('default', 'cart', 'yes', 5),
        line('default', 'menu', 'no', 4),
        line('default', 'menu', 'yes', 0),
      ]),
    );
  });
});
