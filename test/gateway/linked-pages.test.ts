import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { browserHeader } from '@signalbox/contracts';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('what links lead to', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp();
  });
  after(() => gateway.app.close());

  for (const [path, says] of [
    ['/new-user?token=5f1d', 'POST /auth/reset/password'],
    ['/reset-password?token=5f1d', 'POST /auth/reset/password'],
    ['/invite/5f1d', '/signup'],
  ] as const) {
    it(`${path} is a page that says what to send where, and repeats nothing of the address`, async () => {
      const { status, headers, body } = await gateway.app.with({}).get(path);
      deepEqual([status, headers['content-type'], headers['referrer-policy']], [200, 'text/html; charset=utf-8', 'no-referrer']);
      ok(body.includes(says));
      equal(body.includes('5f1d'), false);
    });
  }

  it('is nothing below them, and for no other method', async () => {
    equal((await gateway.app.with({}).get('/invite/5f1d/more')).status, 404);
    equal((await gateway.app.with({}).post('/new-user', {})).status, 404);
  });
});

describe('the cookie of a browser that is known', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp();
  });
  after(() => gateway.app.close());

  it('lets its user in where others have made the account wait; a header of that name counts for nothing', async () => {
    const { app, password } = gateway;
    const logIn = async (secret: string, headers: Record<string, string> = {}) =>
      app.with(headers).post('/auth/simple/login', { username: 'admin', password: secret });
    const cookies = [(await logIn(password)).headers['set-cookie'] ?? []].flat();
    const cookie = cookies.find((each) => each.startsWith('signalbox-browser=')) ?? '';
    match(cookie, /^signalbox-browser=[0-9a-f]{64}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    const pair = cookie.split(';')[0] ?? '';
    for (let attempt = 0; attempt < 5; attempt += 1) equal((await logIn('wrong')).status, 401);
    equal((await logIn(password)).status, 429);
    equal((await logIn(password, { [browserHeader]: pair.split('=')[1] ?? '' })).status, 429);
    equal((await logIn(password, { cookie: pair })).status, 200);
  });
});
