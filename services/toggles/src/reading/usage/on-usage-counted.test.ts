import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type MetricsCount } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { toggles } from '../../service.ts';

const early = '2026-03-01T10:00:00.000Z';
const late = '2026-03-01T10:20:00.000Z';

const metrics = (at: string, toggles: MetricsCount['toggles'], environment = 'development'): MetricsCount => ({
  kind: 'metrics',
  appName: 'shop',
  instanceId: 'one',
  environment,
  timestamp: '2026-03-01T10:00:00.000Z',
  at,
  toggles,
});
const evaluated = { yes: 2, no: 1, variants: {} };

describe('usage consumer', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date('2026-03-01T12:00:00.000Z') } });
    for (const name of ['cart', 'menu', 'idle']) await app.as(app.users.editor).post('/api/admin/projects/default/features', { name });
  });
  after(() => app.close());

  const count = (...bodies: unknown[]) =>
    app.host.bus.publish([{ id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body: JSON.stringify(bodies) }]);

  async function seenAt(featureName: string, environment = 'development'): Promise<string | null> {
    const row = await app.store('toggles').reader().findOneOrFail(FeatureEnvironment, { featureName, environment });
    return row.lastSeenAt?.toISOString() ?? null;
  }

  it('records the last-seen time of a feature in its environment only', async () => {
    await count(metrics(early, { cart: evaluated, idle: { yes: 0, no: 0, variants: {} } }));
    await eventually(async () => equal(await seenAt('cart'), early));
    equal(await seenAt('cart', 'production'), null);
    equal(await seenAt('idle'), null);
  });

  it('keeps the newest time, regardless of the order of arrival', async () => {
    await count(metrics(late, { menu: evaluated }), metrics(early, { menu: evaluated }));
    await eventually(async () => equal(await seenAt('menu'), late));
    await count(metrics(early, { menu: evaluated, cart: evaluated }), metrics(late, { cart: evaluated }));
    await eventually(async () => equal(await seenAt('cart'), late));
    equal(await seenAt('menu'), late);
  });

  it('skips unknown features, unknown environments and invalid counts, and processes the rest', async () => {
    const later = '2026-03-01T11:00:00.000Z';
    await count({ kind: 'register' }, 'nonsense', metrics(later, { unknown: evaluated }), metrics(later, { cart: evaluated }, 'moon'));
    await count(metrics(later, { unknown: evaluated, cart: evaluated }));
    await eventually(async () => equal(await seenAt('cart'), later));
  });

  it('counts a repeated message once', async () => {
    const at = '2026-03-01T11:30:00.000Z';
    const body = JSON.stringify([metrics(at, { idle: evaluated })]);
    const message = { id: randomUUID(), exchange: exchanges.usage, key: 'delivery.usage', body };
    await app.host.bus.publish([message]);
    await app.host.bus.publish([message]);
    await count(metrics(at, { menu: evaluated }));
    await eventually(async () => equal(await seenAt('menu'), at));
    const rows = await app
      .store('toggles')
      .reader()
      .getKysely<{ usage_hour: { feature_name: string; yes: number } }>({ type: 'read' })
      .selectFrom('usage_hour')
      .where('feature_name', '=', 'idle')
      .select('yes')
      .execute();
    deepEqual(
      rows.map(({ yes }) => Number(yes)),
      [evaluated.yes],
    );
  });

  it('emits no event and no state', async () => {
    const at = '2026-03-01T12:00:00.000Z';
    const messages = () =>
      app
        .store('toggles')
        .reader()
        .getKysely<{ counter: { message: number; revision: number } }>({ type: 'read' })
        .selectFrom('counter')
        .select(['message', 'revision'])
        .execute();
    const before = await messages();
    await count(metrics(at, { cart: evaluated }));
    await eventually(async () => equal(await seenAt('cart'), at));
    deepEqual(await messages(), before);
  });

  it('writes more names than fit into one statement', async () => {
    const at = '2026-03-01T13:00:00.000Z';
    const others = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`other-${index}`, evaluated]));
    await count(metrics(at, { ...others, cart: evaluated, menu: evaluated }));
    await eventually(async () => deepEqual([await seenAt('cart'), await seenAt('menu')], [at, at]));
  });
});
