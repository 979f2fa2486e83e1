import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

const path = '/api/admin/ui-config';
const id = 'frontend.origins';
const shop = 'https://shop.example';

describe('allowed origins', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { FRONTEND_ORIGINS: 'https://first.example' } });
  });
  after(() => app.close());

  const admin = () => app.as(app.users.admin);
  const get = async () => ({ frontendApiOrigins: (await admin().get(path)).body.frontendApiOrigins });
  const set = (frontendApiOrigins: readonly string[]) =>
    app.eventsOf('toggles', async () => {
      const { status, body } = await admin().post(path, { frontendSettings: { frontendApiOrigins } });
      deepEqual([status, body], [204, '']);
    });
  const facts = async (origins: readonly string[]) => (await set(origins)).map(({ type, data, preData }) => ({ type, data, preData }));

  it('default to those of the process until an administrator sets others, including an empty list', async () => {
    deepEqual(await get(), { frontendApiOrigins: ['https://first.example'] });
    deepEqual(await facts([shop, shop, 'http://localhost:3000']), [
      { type: 'setting-created', data: { id, frontendApiOrigins: [shop, 'http://localhost:3000'] }, preData: null },
    ]);
    deepEqual(await get(), { frontendApiOrigins: [shop, 'http://localhost:3000'] });
    deepEqual(await facts([shop, 'http://localhost:3000']), []);
    deepEqual(await facts([]), [
      {
        type: 'setting-updated',
        data: { id, frontendApiOrigins: [] },
        preData: { frontendApiOrigins: [shop, 'http://localhost:3000'] },
      },
    ]);
    deepEqual(await get(), { frontendApiOrigins: [] });
    equal((await set(['*'])).length, 1);
  });

  it('are rejected with 400 if they are not origins, and so is * with others', async () => {
    for (const [origins, index] of [
      [['shop.example'], 0],
      [[shop, 'https://*.example'], 1],
      [[`${shop}/`], 0],
      [['https://SHOP.example'], 0],
      [[shop, '*'], 1],
      [[''], 0],
    ] as const) {
      const { status, body } = await admin().post(path, { frontendSettings: { frontendApiOrigins: origins } });
      deepEqual([status, body.details?.[0].path], [400, `frontendSettings/frontendApiOrigins/${index}`], String(origins));
    }
    equal((await admin().post(path, { frontendSettings: {} })).status, 400);
    equal((await admin().post(path, {})).status, 404);
  });

  it('can also be set with the path of later consoles', async () => {
    equal((await admin().post(`${path}/cors`, { frontendApiOrigins: ['https://later.example'] })).status, 204);
    deepEqual(await get(), { frontendApiOrigins: ['https://later.example'] });
    const { status, body } = await admin().post(`${path}/cors`, { frontendApiOrigins: ['later.example'] });
    deepEqual([status, body.details?.[0].path], [400, 'frontendApiOrigins/0']);
  });

  it('can only be read and changed by administrators', async () => {
    for (const principal of [app.users.viewer, app.users.editor]) {
      equal((await app.as(principal).get(path)).body.frontendApiOrigins, undefined);
      equal((await app.as(principal).post(`${path}/cors`, { frontendApiOrigins: [] })).status, 403);
      equal((await app.as(principal).post(path, { frontendSettings: { frontendApiOrigins: [] } })).status, 403);
    }
    equal((await app.as(null).get(path)).status, 401);
  });
});
