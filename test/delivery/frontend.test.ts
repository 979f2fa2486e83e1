import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import type { Answer } from '@signalbox/testing';
import { answerWhen, assertBad, type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

const path = '/api/frontend';
const on = ({ body }: Answer): string[] => (body.toggles as { name: string }[]).map(({ name }) => name);

describe('GET /api/frontend', () => {
  let world: DeliveryApp;
  let token: string;
  before(async () => {
    world = await openDeliveryApp();
    equal((await world.operator.post('/api/admin/projects', { id: 'shop', name: 'Shop' })).status, 201);
    for (const name of ['off', 'everyone', 'gold', 'home', 'half', 'color']) await world.createFeature(name);
    await world.createFeature('elsewhere', 'shop');
    await world.addContextField('plan');
    const only = (contextName: string, ...values: string[]) => ({ constraints: [{ contextName, operator: 'IN', values }] });
    await world.addStrategy('gold', { name: 'default', ...only('plan', 'gold') });
    await world.addStrategy('home', { name: 'remoteAddress', parameters: { IPs: '127.0.0.1, ::1, 10.1.2.3' } });
    await world.addStrategy('half', { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'half' } });
    const variant = {
      name: 'blue',
      weight: 1000,
      weightType: 'variable',
      stickiness: 'default',
      payload: { type: 'string', value: '#00f' },
    };
    await world.addStrategy('color', { name: 'default', variants: [variant], ...only('userId', '7') });
    for (const name of ['everyone', 'gold', 'home', 'half', 'color']) await world.switchOn(name);
    await world.switchOn('elsewhere', 'development', 'shop');
    token = await world.token({ type: 'frontend', projects: ['default'] });
    await answerWhen(
      () => world.application(token).get(`${path}?userId=7&plan=gold`),
      ({ body, status }) => status === 200 && body.toggles.some(({ name }: { name: string }) => name === 'color'),
    );
  });
  after(() => world.close());
  const ask = (query: string, headers?: Record<string, string>) => world.application(token, headers).get(`${path}?${query}`);

  it('returns the enabled features with their variants, and no others (check 26)', async () => {
    const { status, headers, body } = await ask('userId=7&sessionId=1&remoteAddress=8.8.8.8');
    equal(status, 200);
    equal(headers['content-type'], 'application/json; charset=utf-8');
    equal(headers['cache-control'], 'no-cache');
    const shown = body.toggles.filter(({ name }: { name: string }) => name !== 'half');
    deepEqual(shown, [
      {
        name: 'color',
        enabled: true,
        variant: { name: 'blue', payload: { type: 'string', value: '#00f' }, enabled: true, feature_enabled: true },
        impressionData: false,
      },
      {
        name: 'everyone',
        enabled: true,
        variant: { name: 'disabled', enabled: false, feature_enabled: true },
        impressionData: false,
      },
    ]);
  });

  it('responds in the same way at /api/proxy, and to a context in the body (check 26)', async () => {
    const { body } = await ask('userId=7&plan=gold&remoteAddress=8.8.8.8&sessionId=1');
    const context = { userId: 7, sessionId: '1', remoteAddress: '8.8.8.8', plan: 'gold' };
    const application = world.application(token);
    deepEqual((await application.get('/api/proxy?userId=7&plan=gold&remoteAddress=8.8.8.8&sessionId=1')).body, body);
    for (const same of [context, { ...context, plan: null, properties: { plan: 'gold', nothing: null } }]) {
      for (const where of [path, '/api/proxy']) {
        const answer = await application.post(where, { context: same });
        deepEqual([answer.status, answer.body, answer.headers['cache-control']], [200, body, 'no-cache']);
      }
    }
  });

  it('treats unknown parameters and parameters in brackets as properties', async () => {
    for (const query of ['plan=gold', 'properties[plan]=gold', 'properties%5Bplan%5D=gold', 'plan=tin&plan=gold'])
      equal(on(await ask(`userId=1&${query}`)).includes('gold'), true, query);
    equal(on(await ask('userId=1&plan=tin')).includes('gold'), false);
  });

  it("uses the caller's address, as determined by the public port, if the context has none", async () => {
    equal(on(await ask('userId=1')).includes('home'), true);
    equal(on(await ask('userId=1', { 'x-signalbox-client-address': '10.1.2.3' })).includes('home'), true);
    equal(on(await ask('userId=1', { 'x-signalbox-client-address': '10.1.2.4' })).includes('home'), false);
    equal(on(await ask('userId=1&remoteAddress=10.1.2.3', { 'x-signalbox-client-address': '10.1.2.4' })).includes('home'), true);
  });

  it('keeps a user and a session in their half, and draws a random session otherwise', async () => {
    for (const who of ['userId=a', 'userId=b', 'sessionId=a', 'sessionId=b']) {
      const first = on(await ask(who)).includes('half');
      for (let time = 0; time < 5; time += 1) equal(on(await ask(who)).includes('half'), first, who);
    }
    const drawn = new Set<boolean>();
    for (let time = 0; time < 60; time += 1) drawn.add(on(await ask('plan=tin')).includes('half'));
    equal(drawn.size, 2);
  });

  it('returns 304 for the same context until its features change, and for no other context', async () => {
    const query = 'userId=7&sessionId=1';
    const { headers } = await ask(query);
    const etag = String(headers['etag']);
    const again = { 'if-none-match': etag };
    for (const tag of [etag, `W/${etag}`]) {
      const answer = await ask('sessionId=1&userId=7', { 'if-none-match': tag });
      deepEqual([answer.status, answer.body, answer.headers['etag']], [304, '', etag]);
    }
    equal((await ask('userId=8&sessionId=1', again)).status, 200);
    await world.switchOn('elsewhere', 'production', 'shop');
    await world.createFeature('fresh', 'shop');
    equal((await ask(query, again)).status, 304);
    await world.createFeature('brand-new');
    await world.switchOn('brand-new');
    const answer = await answerWhen(
      () => ask(query, again),
      (changed) => changed.status === 200 && on(changed).includes('brand-new'),
    );
    notEqual(answer.headers['etag'], etag);
  });

  it('gives a random result its own ETag', async () => {
    const byOutcome = new Map<string, Set<unknown>>();
    for (let time = 0; time < 40; time += 1) {
      const answer = await ask('plan=tin');
      const text = JSON.stringify(answer.body);
      byOutcome.set(text, (byOutcome.get(text) ?? new Set()).add(answer.headers['etag']));
    }
    equal(byOutcome.size, 2);
    deepEqual(
      [...byOutcome.values()].map(({ size }) => size),
      [1, 1],
    );
    const [first, second] = [...byOutcome.values()].map(([etag]) => etag);
    notEqual(first, second);
  });

  it("uses the token's projects and environment, or the environment that an admin token requests", async () => {
    equal(on(await ask('environment=production')).includes('everyone'), true);
    const shop = world.application(await world.token({ type: 'frontend', projects: ['shop'] }));
    deepEqual(on(await shop.get(path)), ['elsewhere']);
    const admin = world.application(await world.token({ type: 'admin', projects: ['*'], environment: '*' }));
    deepEqual(on(await admin.get(`${path}?environment=production`)), ['elsewhere']);
    deepEqual(on(await admin.get(path)), []);
    deepEqual(on(await admin.get(`${path}?environment=moon`)), []);
    equal(on(await admin.post(path, { context: { environment: 'development' } })).includes('everyone'), true);
  });

  it('rejects a missing token with 401, and a client token with 403', async () => {
    for (const authorization of [null, 'default:development.unknown', 'user:0123'] as const) {
      const { status, body } = await world.application(authorization).get(path);
      deepEqual([status, body.name, typeof body.id], [401, 'AuthenticationRequired', 'string']);
      match(body.message, /frontend token/);
    }
    const client = world.application(await world.token());
    for (const answer of [await client.get(path), await client.post(path, {}), await client.post(`${path}/client/metrics`, {})])
      deepEqual([answer.status, answer.body.name, answer.body.permissions], [403, 'NoAccessError', ['FRONTEND']]);
  });

  it('answers preflight requests of any origin without credentials, and allows pages to read every response (check 26)', async () => {
    for (const where of [path, `${path}/client/metrics`, '/api/proxy', '/ofrep/v1/evaluate/flags']) {
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-a,x-b' };
      const response = await fetch(world.url + where, { method: 'OPTIONS', headers });
      equal(response.status, 204);
      deepEqual(
        ['origin', 'methods', 'headers', 'credentials', 'expose-headers'].map((name) => response.headers.get(corsHeader(name))),
        ['*', 'GET, HEAD, POST, OPTIONS', 'x-a,x-b', null, 'ETag, X-Revision'],
      );
      equal(response.headers.get('access-control-max-age'), '86400');
    }
    const refused = await world.application(null).get(path);
    deepEqual([refused.status, refused.headers['access-control-allow-origin']], [401, '*']);
    const counted = await world.application(token).post(`${path}/client/metrics`, {});
    deepEqual([counted.status, counted.headers['access-control-allow-origin']], [400, '*']);
    equal((await world.application(token).get('/api/client/features')).headers['access-control-allow-origin'], undefined);
  });

  it('accepts metrics and registrations with 200', async () => {
    const bucket = { start: '2026-03-01T12:10:00Z', stop: '2026-03-01T12:11:00Z', toggles: { everyone: { yes: 1, no: 0, variants: {} } } };
    const registration = { appName: 'page', strategies: [], started: '2026-03-01T12:00:00Z', interval: 10 };
    for (const prefix of [path, '/api/proxy']) {
      const metrics = await world.application(token).post(`${prefix}/client/metrics`, { appName: 'page', bucket });
      const register = await world.application(token).post(`${prefix}/client/register`, registration);
      for (const { status, headers, body } of [metrics, register])
        deepEqual([status, headers['content-type'], body], [200, 'text/plain; charset=utf-8', 'OK']);
      for (const elsewhere of ['/client/features', '/health', '/internal-backstage/prometheus']) {
        const { status, body } = await world.application(token).get(prefix + elsewhere);
        deepEqual([status, body.name], [405, 'NotImplementedError']);
      }
    }
  });

  it('rejects invalid contexts with an error message', async () => {
    const application = world.application(token);
    assertBad(
      await application.post(path, undefined, { raw: '{"context":', headers: { 'content-type': 'application/json' } }),
      'ValidationError',
    );
    assertBad(await application.post(path, []), 'ValidationError', '');
    assertBad(await application.post(path, { context: 'x' }), 'ValidationError', 'context');
    assertBad(await application.post(path, { context: { userId: {} } }), 'ValidationError', 'context/userId');
    assertBad(await application.post(path, { context: { properties: [] } }), 'ValidationError', 'context/properties');
    const text = await application.post(path, {}, { headers: { 'content-type': 'text/plain' } });
    deepEqual([text.status, text.body.name], [415, 'ContentTypeError']);
    equal((await application.post(path)).status, 200);
  });

  it('rejects ten megabytes with 413, with and without Content-Length', async () => {
    const context = { userId: '7', long: 'x'.repeat(10_000_000) };
    const { status, body } = await world.application(token).post(path, { context });
    deepEqual([status, body.name], [413, 'ContentTooLarge']);
    const stream = new Blob([JSON.stringify({ context })]).stream();
    const headers = { authorization: token, 'content-type': 'application/json' };
    const response = await fetch(world.url + path, { method: 'POST', headers, body: stream, duplex: 'half' });
    equal(response.status, 413);
    await response.text();
  });

  it('treats names with a meaning in JavaScript as ordinary names', async () => {
    for (const query of ['__proto__=gold', 'constructor=x&properties[__proto__]=gold', 'properties[]=x', 'properties[', '%', 'a[b][c]=1'])
      equal((await ask(query)).status, 200, query);
    const raw = '{"context":{"__proto__":{"plan":"gold"},"properties":{"__proto__":"gold","constructor":null},"deep":{"a":[1]}}}';
    const answer = await world.application(token).post(path, undefined, { raw, headers: { 'content-type': 'application/json' } });
    deepEqual([answer.status, on(answer).includes('gold')], [200, false]);
  });
});

const corsHeader = (name: string) => `access-control-${name === 'expose-headers' ? '' : 'allow-'}${name}`;

describe('the frontend API with restricted origins', () => {
  let world: DeliveryApp;
  before(async () => {
    world = await openDeliveryApp({ settings: { FRONTEND_ORIGINS: 'https://a.example,http://localhost:3000' } });
  });
  after(() => world.close());

  for (const [origin, allowed] of [
    ['https://a.example', 'https://a.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://b.example', undefined],
    ['http://a.example', undefined],
  ] as const) {
    it(`${allowed ? 'allows' : 'does not allow'} ${origin} to read`, async () => {
      const { headers } = await world.application(null, { origin }).get(path);
      equal(headers['access-control-allow-origin'], allowed);
      equal(headers['access-control-allow-credentials'], allowed && 'true');
      match(String(headers['vary']), /Origin/);
    });
  }
});
