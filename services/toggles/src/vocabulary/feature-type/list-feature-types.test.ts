import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('list feature types', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  it('returns version 1 and each type with its lifetime in days, null for permanent types', async () => {
    const { status, body } = await app.as(app.users.viewer).get('/api/admin/feature-types');
    equal(status, 200);
    equal(body.version, 1);
    deepEqual(
      body.types.map(({ id, lifetimeDays }: { id: string; lifetimeDays: number | null }) => [id, lifetimeDays]),
      [
        ['experiment', 40],
        ['kill-switch', null],
        ['operational', 7],
        ['permission', null],
        ['release', 40],
        ['sunset', 90],
      ],
    );
    deepEqual(Object.keys(body.types[0]), ['id', 'name', 'description', 'lifetimeDays']);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get('/api/admin/feature-types')).status, 401);
  });
});
