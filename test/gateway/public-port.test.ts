import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { authenticate, foreignOriginHeader, principalHeader } from '@signalbox/contracts';
import { gateway } from '@signalbox/gateway';
import { listen, processListener } from '@signalbox/host';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

const features = '/api/admin/projects/default/features';

describe('the public port', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  it('reports that it is alive, and the state of each service', async () => {
    const { status, body } = await product.admin.get('/health');
    deepEqual([status, body], [200, { health: 'GOOD' }]);
    const ready = await product.admin.get('/ready');
    deepEqual(Object.keys(ready.body.services).sort(), [
      'audit',
      'change-requests',
      'delivery',
      'identity',
      'integrations',
      'playground',
      'toggles',
    ]);
    deepEqual(new Set(Object.values(ready.body.services).map((service) => (service as { state: string }).state)), new Set(['ready']));
  });

  it('answers HEAD like GET, which some load balancers use', async () => {
    for (const path of ['/live', '/health', '/ready', '/', '/api/admin/projects']) {
      const { status } = await fetch(`${product.app.url}${path}`, { method: 'HEAD', headers: { authorization: product.adminToken } });
      equal(status, 200, path);
    }
  });

  it('shows a page to users who open it in a browser', async () => {
    const { status, headers, body } = await product.app.with({}).get('/');
    equal(status, 200);
    match(String(headers['content-type']), /^text\/html/);
    match(body, /Signalbox/);
    equal(body.includes('as admin'), false, 'the page must not reveal a user name');
  });

  it("returns an error in the API's format for an unknown path", async () => {
    for (const path of ['/nothing', '/internal/authenticate', '/api/nothing']) {
      const { status, body } = await product.admin.get(path);
      equal(status, 404);
      equal(body.name, 'NotFoundError');
    }
    equal((await product.admin.get('/api/admin/nothing')).status, 404);
  });

  it('gives administrators access to the dead letters of each service', async () => {
    for (const service of ['identity', 'toggles', 'change-requests', 'audit', 'integrations']) {
      const { status, body } = await product.admin.get(`/api/admin/dead-letters/${service}`);
      deepEqual([status, body], [200, { messages: [], total: 0 }]);
    }
    equal((await product.admin.get('/api/admin/dead-letters/delivery')).status, 404);
  });

  it('forwards the reason of a change in any encoding', async () => {
    const { admin, app } = product;
    const environment = '/api/admin/projects/default/environments/production';
    equal((await admin.post(features, { name: 'guarded' })).status, 201);
    const config = { changeRequestsEnabled: true, reasonRequired: true };
    equal((await admin.put(`${environment}/change-requests/config`, config)).status, 200);
    const on = `${features}/guarded/environments/production/on`;
    equal((await admin.post(on)).status, 403);
    const reason = 'Die Kasse brennt: Größe fehlt 🚑';
    const events = await app.eventsOf('toggles', async () => {
      const headers = { 'x-change-reason': Buffer.from(reason).toString('latin1') };
      equal((await admin.post(on, undefined, { headers })).status, 200);
    });
    const [bypassed] = events;
    ok(bypassed);
    const { author, ...data } = bypassed.data as { author: string };
    deepEqual([bypassed.type, data], ['protection-bypassed', { reason, frozen: null }]);
    match(author, /^api-token:/);
    equal((await admin.put(`${environment}/change-requests/config`, { changeRequestsEnabled: false })).status, 200);
  });

  it('treats repeated slashes as one', async () => {
    equal((await product.admin.get('//api//admin///projects/default/features')).status, 200);
  });

  it('sends security headers and a request id with every response', async () => {
    for (const path of ['/health', features, '/api/client/features', '/nothing']) {
      const { headers } = await product.admin.get(path);
      equal(headers['x-content-type-options'], 'nosniff');
      equal(headers['x-frame-options'], 'DENY');
      match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/);
    }
  });

  it('keeps a valid request id, also in the event, and replaces an invalid one', async () => {
    const usable = await product.admin.post(features, { name: 'with-request-id' }, { headers: { 'x-request-id': 'deploy-17' } });
    equal(usable.headers['x-request-id'], 'deploy-17');
    const emitted = await product.app.events('toggles');
    equal(emitted.at(-1)?.correlationid, 'deploy-17');
    const odd = await product.admin.get(features, { headers: { 'x-request-id': 'a b' } });
    notEqual(odd.headers['x-request-id'], 'a b');
  });

  it('lets services refuse anonymous callers', async () => {
    const { status, body } = await product.app.with({}).get(features);
    equal(status, 401);
    equal(body.name, 'AuthenticationRequired');
    equal((await product.app.with({ authorization: '*:*.unknown' }).get(features)).status, 401);
  });

  it('accepts no principal from outside, not even a signed one', async () => {
    const { principal } = await product.app.host.ask(authenticate, { kind: 'token', secret: product.adminToken });
    equal(typeof principal, 'string');
    equal((await product.app.with({ [principalHeader]: principal ?? '' }).get(features)).status, 401);
  });

  it('gives no access to internal questions', async () => {
    const { port, drain } = await listen(processListener(product.app.host, [gateway]), 0, '127.0.0.1');
    const answer = await fetch(`http://127.0.0.1:${port}/internal/authenticate`, { method: 'POST', body: '{}' });
    await drain();
    equal(answer.status, 404);
  });

  it('accepts a session after login, and not after log-out', async () => {
    const login = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
    equal(login.status, 200);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const user = product.app.with({ cookie });
    equal((await user.post(features, { name: 'by-session' })).status, 201);
    equal((await user.post('/logout')).status, 302);
    await eventually(async () => equal((await user.get(features)).status, 401));
  });

  describe('the public port with a session', () => {
    const development = `${features}/of-a-session/environments/development`;
    const environment = '/api/admin/environments/production';
    const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.yml"\r\n\r\nversion: 4\r\n--b--\r\n';
    const changes: readonly (readonly [path: string, raw: string | undefined, headers: Record<string, string>])[] = [
      [`${development}/on`, undefined, {}],
      [`${environment}/off`, undefined, {}],
      ['/api/admin/state/import', form, { 'content-type': 'multipart/form-data; boundary=b' }],
      [features, '{"name":"forged"}', { 'content-type': 'application/json' }],
      ['/logout', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
    ];
    const foreign: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
    ];
    let cookie: string;
    before(async () => {
      await product.admin.post(features, { name: 'of-a-session' });
      await product.admin.post(`${development}/strategies`, { name: 'default' });
      const { headers } = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
      cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    });

    for (const [path, raw, type] of changes) {
      it(`rejects a POST ${path} that a page of another origin sends, with a reason`, async () => {
        for (const headers of foreign) {
          const { status, body } = await product.app
            .with({ cookie })
            .post(path, undefined, { ...(raw && { raw }), headers: { ...type, ...headers } });
          deepEqual([status, body.name], [401, 'AuthenticationRequired'], JSON.stringify(headers));
          match(body.message, /^This request comes from (?:another origin|http:\/\/evil\.example)\. Session cookies are accepted /);
        }
      });
    }

    it('accepts requests from pages of its own origin, and requests without browser headers', async () => {
      const { origin } = new URL(product.app.url);
      for (const headers of [{ 'sec-fetch-site': 'same-origin', origin }, { 'sec-fetch-site': 'none' }, { origin }, {}])
        equal((await product.app.with({ cookie }).post(`${development}/on`, undefined, { headers })).status, 200);
    });

    it('keeps the cookie in cross-origin form posts, which do not even send it', async () => {
      const { status, headers } = await product.app.with({}).post('/logout', undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
      deepEqual([status, headers['set-cookie'], headers['clear-site-data']], [401, undefined, undefined]);
    });

    it("accepts a token regardless of the page's origin", async () => {
      const headers = { authorization: product.adminToken, cookie, origin: 'http://evil.example' };
      equal((await product.app.with(headers).post(`${development}/on`)).status, 200);
    });

    it("ignores an origin in the gateway's internal header", async () => {
      const { body } = await product.app.with({ [foreignOriginHeader]: 'me' }).post(features, {});
      match(body.message, /^Log in at/);
    });
  });

  it('forbids caching of responses that depend on the caller', async () => {
    const { headers } = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const answers = [
      await product.admin.get(features),
      await product.app.with({}).get(features),
      await product.admin.get('/api/admin/events'),
      await product.admin.post('/api/admin/playground', { environment: 'development', context: { appName: 'a' } }),
      await product.app.with({ cookie }).get('/api/client/features'),
      await product.app.with({ cookie }).get('/api/client/delta'),
    ];
    for (const [index, answer] of answers.entries()) {
      equal(answer.headers['cache-control'], 'private, no-store', String(index));
      for (const name of ['Cookie', 'Authorization']) match(String(answer.headers['vary']), new RegExp(`\\b${name}\\b`), String(index));
    }
    const asSdk = await product.app.with({ authorization: product.clientToken }).get('/api/client/features');
    deepEqual([asSdk.status, asSdk.headers['cache-control']], [200, undefined]);
    match(String(asSdk.headers['vary']), /Cookie/);
  });

  it('separates idempotency keys of two tokens with the same name', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await product.admin.post('/api/admin/api-tokens', { tokenName: 'ci', type: 'admin' });
        return product.app.with({ authorization: body.secret, 'idempotency-key': 'build-7' });
      }),
    );
    equal((await one?.post(features, { name: 'of-one' }))?.status, 201);
    equal((await other?.post(features, { name: 'of-the-other' }))?.status, 201);
    equal((await one?.post(features, { name: 'of-one' }))?.headers['idempotency-replayed'], 'true');
  });

  it('rejects a deleted token immediately', async () => {
    const input = { tokenName: 'short-lived', type: 'admin' };
    const { body: token } = await product.admin.post('/api/admin/api-tokens', input);
    const holder = product.app.with({ authorization: token.secret });
    equal((await holder.get(features)).status, 200);
    equal((await product.admin.delete(`/api/admin/api-tokens/${encodeURIComponent(token.secret)}`)).status, 200);
    await eventually(async () => equal((await holder.get(features)).status, 401));
  });

  it('forwards credentials of SDKs on their paths, and rejects client tokens on others', async () => {
    const application = product.app.with({ authorization: product.clientToken });
    equal((await application.get('/api/client/features')).status, 200);
    equal((await application.get(features)).status, 403);
  });

  it('accepts a token with the prefix `Bearer`, in any case, on every path', async () => {
    const input = { tokenName: 'page', type: 'frontend', environment: 'development', projects: ['default'] };
    const { body: page } = await product.admin.post('/api/admin/api-tokens', input);
    for (const [path, token] of [
      [features, product.adminToken],
      ['/api/client/features', product.clientToken],
      ['/api/client/metrics', product.clientToken],
      ['/api/frontend', page.secret as string],
    ] as const) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER', ' bEaReR ']) {
        const client = product.app.with({ authorization: `${scheme} ${token}` });
        const { status } = path.endsWith('metrics') ? await client.post(path, {}) : await client.get(path);
        equal(status, path.endsWith('metrics') ? 400 : 200, `${scheme} ${path}`);
      }
      equal((await product.app.with({ authorization: `Bearer ${token}0` }).get(path)).status === 200, false, path);
    }
  });

  it('accepts usage counts of thousands of features', async () => {
    const input = { tokenName: 'page', type: 'frontend', environment: 'development', projects: ['default'] };
    const { body: page } = await product.admin.post('/api/admin/api-tokens', input);
    const requested = Array.from({ length: 5000 }, (_, index) => [`some-feature-${index}`, { yes: 1, no: 0, variants: {} }] as const);
    const now = new Date().toISOString();
    const metrics = { appName: 'large', bucket: { start: now, stop: now, toggles: Object.fromEntries(requested) } };
    for (const [path, token, status] of [
      ['/api/client/metrics', product.clientToken, 202],
      ['/api/frontend/client/metrics', page.secret as string, 200],
      ['/api/proxy/client/metrics', page.secret as string, 200],
    ] as const) {
      const answer = await product.app.with({ authorization: token }).post(path, metrics);
      equal(answer.status, status, `${path} ${answer.body.message}`);
    }
  });

  it('rejects a body with a large Content-Length before reading it, and a large body without one', async () => {
    const large = { name: 'large', description: 'x'.repeat(200_000) };
    equal((await product.admin.post(features, large)).status, 413);
    equal(await chunked(product, JSON.stringify(large)), 413);
  });
});

describe('a session over HTTPS only', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp({ SECURE_COOKIES: 'true' });
  });
  after(() => product.app.close());

  it('is accepted under the cookie name that other hosts cannot set, and under no other', async () => {
    const { headers } = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    match(cookie, /^__Host-unleash-session=/);
    equal((await product.app.with({ cookie }).get(features)).status, 200);
    equal((await product.app.with({ cookie: cookie.replace('__Host-', '') }).get(features)).status, 401);
  });
});

/** Sends a body without Content-Length. */
function chunked({ app, adminToken }: GatewayApp, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: adminToken, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const sent = httpRequest(`${app.url}${features}`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
