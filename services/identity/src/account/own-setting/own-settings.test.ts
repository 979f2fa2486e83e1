import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { UserSetting } from '../../tables/user.ts';

const path = '/api/admin/user/settings';

describe('users’ own settings', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  it('are returned as stored, replaced and deleted', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.get(`${path}/views.shop`)).status, 404);
    for (const value of [{ views: [{ name: 'Höhe ☃', q: 'tag:a' }] }, [], 'text', 0, false, null]) {
      const { status, body } = await client.put(`${path}/views.shop`, { value });
      deepEqual([status, body.key, body.value], [200, 'views.shop', value]);
      deepEqual((await client.get(`${path}/views.shop`)).body, body);
    }
    const { body } = await client.get(path);
    deepEqual(
      body.settings.map(({ key }: { key: string }) => key),
      ['views.shop'],
    );
    match(body.settings[0].updatedAt, /^\d{4}-/);
    equal((await client.delete(`${path}/views.shop`)).status, 200);
    equal((await client.delete(`${path}/views.shop`)).status, 404);
    deepEqual((await client.get(path)).body, { settings: [] });
  });

  it('are not visible to other users', async () => {
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.admin)];
    equal((await one.client.put(`${path}/theme`, { value: 'dark' })).status, 200);
    equal((await other.client.get(`${path}/theme`)).status, 404);
    equal((await other.client.delete(`${path}/theme`)).status, 404);
    deepEqual((await other.client.get(path)).body, { settings: [] });
  });

  it('are limited to 16 kB per key and 50 keys, even under concurrent requests', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.put(`${path}/large`, { value: 'x'.repeat(16_382) })).status, 200);
    for (const value of ['x'.repeat(16_383), 'ü'.repeat(8192)]) {
      const { status, body } = await client.put(`${path}/larger`, { value });
      deepEqual([status, body.name, body.details?.[0]?.path], [400, 'BadDataError', 'value']);
    }
    const store = (index: number) => client.put(`${path}/key-${index}`, { value: index });
    for (let index = 0; index < 45; index += 1) equal((await store(index)).status, 200);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => store(50 + index)));
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.name);
    deepEqual(
      refusals,
      Array.from({ length: 6 }, () => 'OperationDeniedError'),
    );
    equal((await client.put(`${path}/large`, { value: 'again' })).status, 200);
    equal((await client.get(path)).body.settings.length, 50);
  });

  it('require keys and values that can be stored', async () => {
    const { client } = await app.someone(roleIds.viewer);
    for (const key of ['.hidden', 'a b', 'a%2Fb', 'ü', 'x'.repeat(101), '%00', '<b>'])
      equal((await client.put(`${path}/${encodeURI(key)}`, { value: 1 })).status, 400, key);
    for (const key of ['__proto__', 'constructor', 'A', 'a']) {
      const expected = key === '__proto__' ? 400 : 200;
      equal((await client.put(`${path}/${key}`, { value: key })).status, expected, key);
    }
    deepEqual([(await client.get(`${path}/A`)).body.value, (await client.get(`${path}/a`)).body.value], ['A', 'a']);
    let deep: unknown = 1;
    for (let level = 0; level < 60; level += 1) deep = [deep];
    for (const value of [deep, 'a\0b', '\ud800']) equal((await client.put(`${path}/bad`, { value })).status, 400);
    for (const body of [{}, { other: 1 }, []]) equal((await client.put(`${path}/bad`, body)).status, 400);
  });

  it('are deleted with the user', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    equal((await client.put(`${path}/theme`, { value: 'dark' })).status, 200);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 200);
    equal(await app.store('identity').reader().count(UserSetting, { userId: id }), 0);
  });

  it('stay when another user is deleted', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { id: other } = await app.someone(roleIds.viewer);
    equal((await client.put(`${path}/theme`, { value: 'dark' })).status, 200);
    equal((await app.admin.delete(`/api/admin/user-admin/${other}`)).status, 200);
    equal((await client.get(`${path}/theme`)).body.value, 'dark');
  });

  it('are refused to anonymous callers and to API tokens', async () => {
    const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: 'settings', type: 'admin' });
    for (const call of ['get', 'delete'] as const) {
      equal((await app.as(null)[call](`${path}/theme`)).status, 401);
      equal((await app.holding('token', body.secret)[call](`${path}/theme`)).status, 403);
    }
    equal((await app.holding('token', body.secret).put(`${path}/theme`, { value: 1 })).status, 403);
  });
});
