import { deepEqual, equal } from 'node:assert/strict';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('code references', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const root = '/api/admin/projects/default/code-references';
  const main = `${root}/${encodeURIComponent('acme/shop')}/branches/${encodeURIComponent('release/1')}`;

  it('pass the gateway with slashes in names and several megabytes, from a service account with the one permission', async () => {
    const { admin, app } = product;
    equal((await admin.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
    const role = { name: 'Scanner', type: 'custom', permissions: [{ name: 'UPDATE_CODE_REFERENCES' }] };
    const roleId = (await admin.post('/api/admin/roles', role)).body.roles.id;
    const account = (await admin.post('/api/admin/service-account', { name: 'ci', username: 'ci', rootRole: 3 })).body;
    await admin.post('/api/admin/projects/default/access', { roles: [roleId], users: [account.id], groups: [] });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { secret } = (await admin.post(`/api/admin/service-account/${account.id}/token`, { description: 'ci', expiresAt })).body;
    const scanner = app.with({ authorization: secret });
    const references = Array.from({ length: 25_000 }, (_, line) => ({
      feature: 'cart',
      path: `src/${'x'.repeat(150)}.ts`,
      line: line + 1,
      kind: 'evaluation',
    }));
    const scan = { commit: 'abc1234', scannedAt: new Date().toISOString(), sequence: 1, references };
    const { status, body } = await scanner.put(main, scan);
    deepEqual([status, body.references], [200, 25_000]);
    const { repositories } = (await scanner.get(root)).body;
    deepEqual([repositories[0].repository, repositories[0].branches[0].branch], ['acme/shop', 'release/1']);
    equal((await scanner.post('/api/admin/projects/default/features', { name: 'other' })).status, 403);
    equal((await scanner.delete(`${root}/acme%2Fshop`)).status, 200);
    deepEqual((await scanner.get(root)).body, { repositories: [] });
  });
});
