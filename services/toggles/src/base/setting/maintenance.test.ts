import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

const maintenance = '/api/admin/maintenance';

describe('maintenance', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const set = (enabled: boolean) =>
    app.eventsOf('toggles', async () => {
      const { status, body } = await admin().post(maintenance, { enabled });
      equal(status, 204);
      equal(body, '');
    });
  const get = async () => (await admin().get(maintenance)).body;

  it('is off at first, and switching it off emits nothing', async () => {
    deepEqual(await get(), { enabled: false });
    deepEqual(await set(false), []);
  });

  it('is created when it is first switched on, then updated, and emits nothing when it does not change', async () => {
    const id = 'maintenance.mode';
    const facts = async (enabled: boolean) => (await set(enabled)).map(({ type, data, preData }) => ({ type, data, preData }));
    deepEqual(await facts(true), [{ type: 'setting-created', data: { id, enabled: true }, preData: null }]);
    deepEqual(await get(), { enabled: true });
    deepEqual(await facts(true), []);
    deepEqual(await facts(false), [{ type: 'setting-updated', data: { id, enabled: false }, preData: { enabled: true } }]);
    deepEqual(await get(), { enabled: false });
  });

  it('is switched once by two simultaneous requests', async () => {
    const events = await app.eventsOf('toggles', () => Promise.all([true, true].map((enabled) => admin().post(maintenance, { enabled }))));
    equal(events.length, 1);
  });

  it('rejects anything but a boolean with 400', async () => {
    for (const body of [{}, { enabled: 'perhaps' }]) {
      const { status, body: failure } = await admin().post(maintenance, body);
      equal(status, 400);
      equal(failure.details[0].path, 'enabled');
    }
  });

  it('stays on if the settings of the process enable it, regardless of administrators', async () => {
    const forced = await start([toggles], { settings: { MAINTENANCE_MODE: 'true' } });
    const client = forced.as(forced.users.admin);
    for (const enabled of [true, false]) {
      equal((await client.post(maintenance, { enabled })).status, 204);
      deepEqual((await client.get(maintenance)).body, { enabled: true });
    }
    await forced.close();
  });

  it('can only be read and changed by administrators', async () => {
    for (const principal of [app.users.viewer, app.users.editor]) {
      equal((await app.as(principal).get(maintenance)).status, 403);
      equal((await app.as(principal).post(maintenance, { enabled: true })).status, 403);
    }
    equal((await app.as(null).get(maintenance)).status, 401);
  });
});
