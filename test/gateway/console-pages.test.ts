import { deepEqual, equal, ok } from 'node:assert/strict';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

const addresses = [
  '/',
  '/login',
  '/forgotten',
  '/new-user?token=5f1d',
  '/reset-password?token=5f1d',
  '/stop-watching?token=5f1d',
  '/invite/5f1d',
  '/profile',
  '/settings/users',
];

describe('the pages of the console', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp();
  });
  after(() => gateway.app.close());

  for (const path of addresses) {
    it(`are served at ${path} without sending the address, which may contain a secret, to anyone`, async () => {
      const { status, headers, body } = await gateway.app.with({}).get(path);
      deepEqual([status, headers['content-type'], headers['referrer-policy']], [200, 'text/html; charset=utf-8', 'no-referrer']);
      ok(body.includes('Signalbox'));
      equal(body.includes('5f1d'), false);
    });
  }

  it('leave API paths below them, and other methods, to the API', async () => {
    const { status, body } = await gateway.app.with({}).get('/invite/5f1d/validate');
    deepEqual([status, body.name], [400, 'BadDataError']);
    equal((await gateway.app.with({}).get('/new-user/more')).status, 404);
    equal((await gateway.app.with({}).post('/new-user', {})).status, 404);
  });
});

describe('a gateway without the console', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp({ CONSOLE: 'off' });
  });
  after(() => gateway.app.close());

  for (const path of addresses) {
    it(`returns 404 at ${path}`, async () => {
      const { status, body } = await gateway.app.with({}).get(path);
      deepEqual([status, body.name], [404, 'NotFoundError']);
    });
  }

  it('is alive anyway', async () => {
    const { status, body } = await gateway.app.with({}).get('/live');
    deepEqual([status, body], [200, { health: 'GOOD' }]);
  });
});
