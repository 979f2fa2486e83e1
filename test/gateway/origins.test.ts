import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

const allowed = 'access-control-allow-origin';
const [shop, other] = ['https://shop.example', 'https://other.example'] as const;
const paths = ['/api/frontend', '/api/proxy', '/ofrep/v1/evaluate/flags'];

describe('allowed origins', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const set = async (frontendApiOrigins: readonly string[]) =>
    equal((await product.admin.post('/api/admin/ui-config', { frontendSettings: { frontendApiOrigins } })).status, 204);
  const preflight = async (path: string, origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const { status, headers: answered } = await fetch(product.app.url + path, { method: 'OPTIONS', headers });
    equal(answered.get('access-control-allow-credentials'), [null, '*'].includes(answered.get(allowed)) ? null : 'true');
    return [status, answered.get(allowed)];
  };
  const refusal = async (path: string, origin: string) => (await product.app.with({ origin }).post(path, {})).headers[allowed];

  it('are all origins until an administrator lists some, and then only these, without a restart', async () => {
    for (const path of paths) deepEqual(await preflight(path, other), [204, '*']);
    await set([shop]);
    for (const path of paths) {
      await eventually(async () => deepEqual(await preflight(path, shop), [204, shop]));
      deepEqual(await preflight(path, other), [204, null]);
      deepEqual([await refusal(path, shop), await refusal(path, other)], [shop, undefined]);
    }
    await set([]);
    await eventually(async () => deepEqual(await preflight('/api/frontend', other), [204, '*']));
  });
});
