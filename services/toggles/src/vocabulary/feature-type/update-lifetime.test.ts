import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { emitted } from '../../feature/feature/feature.fixture.ts';

describe('update lifetime', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const set = (lifetimeDays: unknown, id = 'operational', as = app.users.admin) =>
    app.as(as).put(`/api/admin/feature-types/${id}/lifetime`, { lifetimeDays });

  it('returns the type and emits feature-type-updated once', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/feature-types');
    const preData = (body.types as { id: string }[]).find(({ id }) => id === 'operational');
    const data = { ...preData, lifetimeDays: 14 };
    const events = await app.eventsOf('toggles', async () => {
      for (let times = 0; times < 2; times += 1) {
        const answer = await set(14);
        deepEqual([answer.status, answer.body], [200, data]);
      }
    });
    const everywhere = { project: null, environment: null, featureName: null, tags: [] };
    deepEqual(emitted(events), [{ ...everywhere, type: 'feature-type-updated', data, preData }]);
  });

  it('accepts 0 and null for a permanent type', async () => {
    for (const forEver of [0, null]) {
      equal((await set(5)).body.lifetimeDays, 5);
      equal((await set(forEver)).body.lifetimeDays, null);
    }
  });

  it('refuses an invalid number of days with 400, an unknown type with 404 and all but administrators with 403', async () => {
    for (const days of [-1, 1.5, 2_147_483_648, 'soon', undefined]) equal((await set(days)).status, 400, String(days));
    equal((await set(2_147_483_647)).status, 200);
    equal((await set(1, 'nothing')).status, 404);
    const { status, body } = await set(1, 'operational', app.users.editor);
    deepEqual([status, body.permissions], [403, ['ADMIN']]);
  });
});
