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
    it(`are returned at ${path} to administrators only`, async () => {
      equal((await product.app.with({}).get(path)).status, 401);
      equal((await product.app.with({ authorization: '*:*.unknown' }).get(path)).status, 401);
      equal((await product.app.with({ authorization: product.clientToken }).get(path)).status, 403);
      const { status, headers, body } = await product.admin.get(path);
      deepEqual([status, headers['cache-control']], [200, 'private, no-store']);
      match(body, /^signalbox_gateway_answers_total\{/m);
    });
  }
});

describe('response metrics of the public port', () => {
  let app: TestApp;
  before(async () => {
    app = await start([gateway], { surfaces, settings: { DELIVERY_URL: 'http://127.0.0.1:1' } });
  });
  after(() => app.close());
  const series = async (metric: string) => {
    const text = await app.host.metrics.registry.metrics();
    return (text.match(new RegExp(`^${metric}\\{.*$`, 'gm')) ?? []).toSorted();
  };

  it('are counted by service and status, including unavailable services', async () => {
    equal((await app.with({}).post('/api/frontend', {})).status, 503);
    equal((await app.with({}).get('/nothing')).status, 404);
    equal((await app.with({}).post('/api/client/metrics', {})).status, 503);
    equal((await app.with({}).get('/')).status, 200);
    await eventually(async () => {
      deepEqual(await series('signalbox_gateway_answers_total'), [
        'signalbox_gateway_answers_total{service="delivery",status="503"} 2',
        'signalbox_gateway_answers_total{service="gateway",status="200"} 1',
        'signalbox_gateway_answers_total{service="gateway",status="404"} 1',
      ]);
    });
  });

  it('are timed by path prefix, including requests that the port itself refuses', async () => {
    equal((await app.with({}).post('/api/frontend/client/metrics', { filler: 'x'.repeat(3_000_000) })).status, 413);
    equal((await app.with({}).get('/api/client/features/a-name-of-the-caller')).status, 503);
    const timed = (method: string, route: string, status: number, count: number) =>
      `signalbox_request_seconds_count{service="gateway",method="${method}",route="${route}",status="${status}"} ${count}`;
    await eventually(async () =>
      deepEqual(await series('signalbox_request_seconds_count'), [
        timed('GET', '/api/client', 503, 1),
        timed('GET', 'none', 200, 1),
        timed('GET', 'none', 404, 1),
        timed('POST', '/api/client/metrics', 503, 1),
        timed('POST', '/api/frontend', 503, 1),
        timed('POST', '/api/frontend/client/metrics', 413, 1),
      ]),
    );
  });
});
