import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { environmentKeys, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';
import type { SerializedStrategy } from './strategy.ts';

describe('order strategies', () => {
  let app: TestApp;
  const environmentPath = featureEnvironmentPath('ordered');
  let ids: string[];
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['ordered']);
    ids = (await postStrategies(app, environmentPath, {}, {}, {})).map(({ id }) => id);
  });
  after(() => app.close());

  const order = (body: unknown) => app.as(app.users.editor).post(`${environmentPath}/strategies/set-sort-order`, body);
  const listed = async () => (await app.as(app.users.viewer).get(`${environmentPath}/strategies`)).body as SerializedStrategy[];

  it('sets the sort orders of the request, skips unknown ids and emits strategy-order-changed', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await order([
        { id: ids[0], sortOrder: 5 },
        { id: ids[2], sortOrder: -1 },
        { id: crypto.randomUUID(), sortOrder: 0 },
      ]);
      deepEqual([status, body], [200, '']);
    });
    const after = [ids[2], ids[1], ids[0]];
    deepEqual(emitted(events), [
      { type: 'strategy-order-changed', ...environmentKeys('ordered'), data: { strategyIds: after }, preData: { strategyIds: ids } },
    ]);
    deepEqual(
      (await listed()).map(({ id, sortOrder }) => [id, sortOrder]),
      [
        [ids[2], -1],
        [ids[1], 1],
        [ids[0], 5],
      ],
    );
  });

  it('puts the older strategy first for equal sort orders', async () => {
    await order(ids.map((id) => ({ id, sortOrder: 3 })));
    deepEqual(
      (await listed()).map(({ id }) => id),
      ids,
    );
  });

  it('emits nothing if no sort order changes', async () => {
    const same = (await listed()).map(({ id, sortOrder }) => ({ id, sortOrder }));
    deepEqual(await app.eventsOf('toggles', () => order(same)), []);
    deepEqual(await app.eventsOf('toggles', () => order([])), []);
  });

  it('refuses an invalid body with 400, an unknown feature or environment with 404 and a viewer with 403', async () => {
    equal((await order([{ id: ids[0] }])).status, 400);
    equal((await order([{ id: ids[0], sortOrder: 'first' }])).status, 400);
    equal((await order({})).status, 400);
    for (const at of [featureEnvironmentPath('nowhere'), featureEnvironmentPath('ordered', 'nope')]) {
      equal((await app.as(app.users.editor).post(`${at}/strategies/set-sort-order`, [])).status, 404);
    }
    const { status, body } = await app.as(app.users.viewer).post(`${environmentPath}/strategies/set-sort-order`, []);
    deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_STRATEGY']]);
  });
});
