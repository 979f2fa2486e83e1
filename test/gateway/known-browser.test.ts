import { equal, match } from 'node:assert/strict';
import { browserHeader } from '@signalbox/contracts';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('the cookie of a known browser', () => {
  let gateway: GatewayApp;
  before(async () => {
    // The clock stands still, so that no delay ends between two requests.
    const now = new Date();
    gateway = await openGatewayApp({}, undefined, { now: () => now });
  });
  after(() => gateway.app.close());

  it('lets its user log in to a throttled account; a header of that name has no effect', async () => {
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
