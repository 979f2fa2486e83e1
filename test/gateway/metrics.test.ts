import { deepEqual, equal, match } from 'node:assert/strict';
import { gateway } from '@signalbox/gateway';
import { metricsPaths } from '@signalbox/kit';
import { surfaces } from '@signalbox/standalone/services';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('metrics at the public port', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  for (const path of metricsPaths) {
    it(`are shown at ${path} to administrators alone`, async () => {
      equal((await product.app.with({}).get(path)).status, 401);
      equal((await product.app.with({ authorization: '*:*.unknown' }).get(path)).status, 401);
      equal((await product.app.with({ authorization: product.clientToken }).get(path)).status, 403);
      const { status, headers, body } = await product.admin.get(path);
      deepEqual([status, headers['cache-control']], [200, 'private, no-store']);
      match(body, /^signalbox_gateway_answers_total\{/m);
    });
  }
});

describe('the answers of the public port', () => {
  let app: TestApp;
  before(async () => {
    app = await start([gateway], { surfaces, settings: { DELIVERY_URL: 'http://127.0.0.1:1' } });
  });
  after(() => app.close());

  it('are counted by service and status, those of a service that is away as well', async () => {
    equal((await app.with({}).post('/api/frontend', {})).status, 503);
    equal((await app.with({}).get('/nothing')).status, 404);
    equal((await app.with({}).post('/api/client/metrics', {})).status, 503);
    equal((await app.with({}).get('/')).status, 200);
    await eventually(async () => {
      const text = await app.host.metrics.registry.metrics();
      const counted = text.match(/^signalbox_gateway_answers_total.*$/gm) ?? [];
      deepEqual(counted.toSorted(), [
        'signalbox_gateway_answers_total{service="delivery",status="503"} 2',
        'signalbox_gateway_answers_total{service="gateway",status="200"} 1',
        'signalbox_gateway_answers_total{service="gateway",status="404"} 1',
      ]);
    });
  });
});
