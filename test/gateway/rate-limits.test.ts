import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { surfaces } from '@signalbox/standalone/services';
import { type TestApp, newWorkspace, type Workspace, removeWorkspace, start, testEnvironment } from '@signalbox/testing';
import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('rate limits', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp({ TRUSTED_PROXIES: '127.0.0.1', SDK_REQUESTS_PER_MINUTE: '3', LOGINS_PER_MINUTE: '10' });
  });
  after(() => product.app.close());

  let accounts = 0;
  const logIn = (address: string) => {
    accounts += 1;
    return product.app
      .with({ 'x-forwarded-for': address })
      .post('/auth/simple/login', { username: `nobody-${accounts}`, password: 'wrong' });
  };

  it('allow the configured logins per minute and address, and reject the next with 429', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { status, headers } = await logIn('203.0.113.1');
      equal(status, 401);
      equal(headers['ratelimit-limit'], '10');
      equal(headers['ratelimit-remaining'], String(10 - attempt));
    }
    const { status, headers, body } = await logIn('203.0.113.1');
    equal(status, 429);
    equal(body.name, 'RateLimitError');
    match(String(headers['retry-after']), /^[0-9]+$/);
  });

  it('count an IPv6 network as one, because its owner has all of its addresses', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) equal((await logIn(`2001:db8:7:7::${attempt}`)).status, 401);
    equal((await logIn('2001:db8:7:7:ffff::1')).status, 429);
    equal((await logIn('2001:db8:7:8::1')).status, 401);
  });

  it('do not count preflight requests as logins', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    for (let count = 0; count < 12; count += 1) await fetch(`${product.app.url}/auth/simple/login`, { method: 'OPTIONS', headers });
    equal((await logIn('203.0.113.7')).headers['ratelimit-remaining'], '9');
  });

  it('delay guesses at one account, without affecting others at the same address', async () => {
    const at = (username: string, password: string) =>
      product.app.with({ 'x-forwarded-for': '203.0.113.8' }).post('/auth/simple/login', { username, password });
    const guess = async () => (await at('a colleague', 'wrong')).status;
    for (let attempt = 1; attempt <= 5; attempt += 1) equal(await guess(), 401);
    // A slow machine can outlast the first delays (2 s, 4 s): each further guess doubles them.
    const further = [await guess(), await guess(), await guess()];
    ok(further.includes(429), `answered ${further.join()}`);
    equal((await at('admin', product.password)).status, 200);
  });

  it('count each address separately', async () => equal((await logIn('203.0.113.2')).status, 401));

  it('limit metrics and registrations of SDKs separately', async () => {
    const application = product.app.with({ authorization: product.clientToken });
    const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} };
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await application.post('/api/client/metrics', { appName: 'a', bucket })).status);
    equal(statuses.join(), '202,202,202,429');
    const register = { appName: 'a', strategies: [], started: new Date().toISOString(), interval: 1000 };
    equal((await application.post('/api/client/register', register)).status, 202);
  });

  it('allow pages to read the 429', async () => {
    const page = product.app.with({ origin: 'https://a.example' });
    const ask = () => page.post('/api/frontend/client/metrics', {});
    for (let count = 0; count < 3; count += 1) equal((await ask()).status, 401);
    const { status, headers } = await ask();
    deepEqual([status, headers['access-control-allow-origin']], [429, '*']);
  });

  it('do not limit the administration API', async () => {
    for (let count = 0; count < 12; count += 1) equal((await product.admin.get('/api/admin/projects')).status, 200);
  });
});

/** Sends a raw request that no client library would send. Returns the raw response. */
async function exchange(port: number, host: string, request: string): Promise<string> {
  const socket = connect(port, host);
  socket.write(request);
  return text(socket);
}

const nowhere = 'http://127.0.0.1:1';

describe('default rate limits', () => {
  let app: TestApp;
  before(async () => {
    app = await start([gateway], { surfaces, settings: { DELIVERY_URL: nowhere, TOGGLES_URL: nowhere } });
  });
  after(() => app.close());

  const limited = surfaces.flatMap(({ rateLimits = [] }) =>
    rateLimits.flatMap(({ name, perMinute, paths }) =>
      paths.map((path) => ({ name, perMinute: perMinute.default, path: path.replace('*', 'login') })),
    ),
  );
  const upper = (path: string) => path.replace(/\w+$/, (word) => word.toUpperCase());
  const encoded = (path: string) => path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const spellingsOf = (path: string) => [path, `${path}/`, `${path}//?a=b`, path.replaceAll('/', '//'), upper(path), encoded(path)];

  for (const { name, perMinute, path } of limited) {
    it(`are ${perMinute} a minute at ${path}, in every spelling`, async () => {
      const remaining = new Set<number>();
      for (const spelling of spellingsOf(path)) {
        const { headers } = await app.with({}).post(spelling, {});
        equal(headers['ratelimit-limit'], perMinute, `${name}: ${spelling}`);
        remaining.add(Number(headers['ratelimit-remaining']));
      }
      equal((await app.with({}).post(path.toUpperCase(), {})).status, 404, 'leads nowhere');
      equal(remaining.size, spellingsOf(path).length, 'each spelling is counted');
    });

    it(`cannot be avoided at ${path} with a fragment`, async () => {
      const { hostname, port } = new URL(app.url);
      for (const target of [`${path}#`, `${path}/#x`, `${path}?a=b#c`])
        match(
          await exchange(Number(port), hostname, `POST ${target} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`),
          /^HTTP\/1.1 400 /,
        );
    });
  }

  it('limit every route with which SDKs store data, or that requires no credentials', () => {
    const posts = delivery.routes.flatMap(({ declaration: { method, path } }) => (method === 'post' ? [path] : []));
    const bounded = posts.filter((path) => /metrics|register/.test(path));
    ok(bounded.length >= 7);
    deepEqual(
      [...bounded, '/edge/validate'].filter((path) => !limited.some((limit) => limit.path === path)),
      [],
    );
  });

  it('ignore headers with an address unless a proxy is configured', async () => {
    const remaining = async (address: string) =>
      Number((await app.with({ 'x-forwarded-for': address }).post('/auth/simple/login', {})).headers['ratelimit-remaining']);
    const first = await remaining('203.0.113.3');
    equal(await remaining('203.0.113.4'), first - 1);
  });
});

if (testEnvironment.way === 'distributed') {
  describe('rate limits of two gateways', () => {
    let workspace: Workspace;
    let cable: FaultProxy;
    let gateways: TestApp[];
    before(async () => {
      workspace = await newWorkspace();
      cable = await openFaultProxy(testEnvironment.redisUrl ?? '');
      const settings = { CACHE_URL: cable.url };
      gateways = await Promise.all([
        start([gateway], { surfaces, workspace, settings }),
        start([gateway], { surfaces, workspace, settings }),
      ]);
    });
    after(async () => {
      await Promise.all(gateways.map((app) => app.close({ keepData: true })));
      await cable.close();
      await removeWorkspace(workspace);
    });

    const remainingAt = async (app: TestApp | undefined) =>
      Number((await app?.with({}).post('/auth/simple/login', {}))?.headers['ratelimit-remaining']);

    it('are shared while they have a common cache, and separate while it is unavailable', async () => {
      const [one, two] = gateways;
      deepEqual([await remainingAt(one), await remainingAt(two), await remainingAt(one)], [99, 98, 97]);
      cable.inject({ reset: true });
      deepEqual([await remainingAt(one), await remainingAt(two), await remainingAt(two)], [99, 99, 98]);
    });
  });
}
