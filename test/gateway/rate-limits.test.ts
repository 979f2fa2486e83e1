import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { gateway } from '@signalbox/gateway';
import { surfaces } from '@signalbox/standalone/services';
import { type TestApp, newWorkspace, type Place, removePlace, start, testEnvironment } from '@signalbox/testing';
import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

describe('rate limits', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp({ TRUSTED_PROXIES: '127.0.0.1', SDK_REQUESTS_PER_MINUTE: '3' });
  });
  after(() => product.app.close());

  const logIn = (address: string) =>
    product.app.with({ 'x-forwarded-for': address }).post('/auth/simple/login', { username: 'admin', password: 'wrong' });

  it('lets ten log-ins a minute pass per address, and refuses the eleventh with 429', async () => {
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

  it('counts a network of IPv6 as one, because its holder has all of its addresses', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) equal((await logIn(`2001:db8:7:7::${attempt}`)).status, 401);
    equal((await logIn('2001:db8:7:7:ffff::1')).status, 429);
    equal((await logIn('2001:db8:7:8::1')).status, 401);
  });

  it('counts each address for itself', async () => equal((await logIn('203.0.113.2')).status, 401));

  it('bounds metrics and registrations of SDKs, each for itself', async () => {
    const application = product.app.with({ authorization: product.clientToken });
    const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} };
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await application.post('/api/client/metrics', { appName: 'a', bucket })).status);
    equal(statuses.join(), '202,202,202,429');
    const register = { appName: 'a', strategies: [], started: new Date().toISOString(), interval: 1000 };
    equal((await application.post('/api/client/register', register)).status, 202);
  });

  it('lets a page read that it asks too often', async () => {
    const page = product.app.with({ origin: 'https://a.example' });
    const ask = () => page.post('/api/frontend/client/metrics', {});
    for (let count = 0; count < 3; count += 1) equal((await ask()).status, 401);
    const { status, headers } = await ask();
    deepEqual([status, headers['access-control-allow-origin']], [429, '*']);
  });

  it('does not bound the administration', async () => {
    for (let count = 0; count < 12; count += 1) equal((await product.admin.get('/api/admin/projects')).status, 200);
  });
});

const nowhere = 'http://127.0.0.1:1';

describe('rate limits by default', () => {
  let app: TestApp;
  before(async () => {
    app = await start([gateway], { surfaces, settings: { DELIVERY_URL: nowhere } });
  });
  after(() => app.close());

  for (const [path, limit] of [
    ['/auth/simple/login', '10'],
    ['/api/admin/user-admin', '20'],
    ['/api/client/metrics', '6000'],
    ['/api/client/metrics/bulk', '6000'],
    ['/api/client/register', '6000'],
    ['/api/frontend/client/metrics', '6000'],
    ['/api/frontend/client/register', '6000'],
  ] as const) {
    it(`are ${limit} a minute at ${path}, with a slash at its end as well`, async () => {
      const answers = await Promise.all([path, `${path}/`].map((way) => app.with({}).post(way, {})));
      deepEqual(
        answers.map(({ headers }) => headers['ratelimit-limit']),
        [limit, limit],
      );
      notEqual(answers[0]?.headers['ratelimit-remaining'], answers[1]?.headers['ratelimit-remaining']);
    });
  }

  it('believe no header about the address where no proxy is configured', async () => {
    const remaining = async (address: string) =>
      Number((await app.with({ 'x-forwarded-for': address }).post('/auth/simple/login', {})).headers['ratelimit-remaining']);
    const first = await remaining('203.0.113.3');
    equal(await remaining('203.0.113.4'), first - 1);
  });
});

if (testEnvironment.way === 'distributed') {
  describe('rate limits of two gateways', () => {
    let place: Place;
    let cable: FaultProxy;
    let gateways: TestApp[];
    before(async () => {
      place = await newWorkspace();
      cable = await openFaultProxy(testEnvironment.redisUrl ?? '');
      const settings = { CACHE_URL: cable.url };
      gateways = await Promise.all([
        start([gateway], { surfaces, workspace: place, settings }),
        start([gateway], { surfaces, workspace: place, settings }),
      ]);
    });
    after(async () => {
      await Promise.all(gateways.map((app) => app.close({ keepData: true })));
      await cable.close();
      await removePlace(place);
    });

    const remainingAt = async (app: TestApp | undefined) =>
      Number((await app?.with({}).post('/auth/simple/login', {}))?.headers['ratelimit-remaining']);

    it('are counted together while they share a cache, and by each alone while it is away', async () => {
      const [one, two] = gateways;
      deepEqual([await remainingAt(one), await remainingAt(two), await remainingAt(one)], [9, 8, 7]);
      cable.suffer({ reset: true });
      deepEqual([await remainingAt(one), await remainingAt(two), await remainingAt(two)], [9, 9, 8]);
    });
  });
}
