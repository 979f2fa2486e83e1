import { deepEqual, equal, match } from 'node:assert/strict';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { relayReport } from './delivery-app.fixture.ts';

const kinds = ['no token', 'an unknown token', 'a client token', 'a frontend token', 'an admin token', 'a session'] as const;
type Kind = (typeof kinds)[number];

const registration = { appName: 'shop', strategies: [], started: '2026-03-01T12:00:00Z', interval: 1000 };
const bucket = { start: '2026-03-01T12:10:00Z', stop: '2026-03-01T12:11:00Z', toggles: {} };
const bulk = { applications: [], metrics: [] };

/** Expected status of each kind of credential, in the order of `kinds` (reference, evaluation §2.1 and §5.5). */
const endpoints: readonly (readonly [what: string, ask: (client: Client) => Promise<Answer>, ...statuses: readonly number[]])[] = [
  ['GET /api/client/features', (client) => client.get('/api/client/features'), 401, 401, 200, 403, 200, 200],
  ['GET /api/client/features/:featureName', (client) => client.get('/api/client/features/cart'), 401, 401, 200, 403, 200, 200],
  ['GET /api/client/delta', (client) => client.get('/api/client/delta'), 401, 401, 200, 403, 200, 200],
  ['POST /api/client/register', (client) => client.post('/api/client/register', registration), 401, 401, 202, 403, 202, 401],
  ['POST /api/client/metrics', (client) => client.post('/api/client/metrics', { appName: 'shop', bucket }), 401, 401, 202, 403, 202, 401],
  ['POST /api/client/metrics/bulk', (client) => client.post('/api/client/metrics/bulk', bulk), 401, 401, 202, 403, 202, 401],
  ['POST /api/client/metrics/edge', (client) => client.post('/api/client/metrics/edge', relayReport), 401, 401, 202, 403, 202, 401],
  ['GET /api/admin/delivery/relays', (client) => client.get('/api/admin/delivery/relays'), 401, 401, 403, 403, 200, 200],
  ['POST /edge/metrics', (client) => client.post('/edge/metrics', bulk), 401, 401, 202, 403, 202, 401],
  ['POST /edge/validate', (client) => client.post('/edge/validate', { tokens: [] }), 200, 200, 200, 200, 200, 200],
  ['GET /api/frontend', (client) => client.get('/api/frontend'), 401, 401, 403, 200, 200, 401],
  ['POST /api/frontend', (client) => client.post('/api/frontend', {}), 401, 401, 403, 200, 200, 401],
  ['GET /api/proxy', (client) => client.get('/api/proxy'), 401, 401, 403, 200, 200, 401],
  [
    'POST /api/frontend/client/register',
    (client) => client.post('/api/frontend/client/register', registration),
    401,
    401,
    403,
    200,
    200,
    401,
  ],
  [
    'POST /api/frontend/client/metrics',
    (client) => client.post('/api/frontend/client/metrics', { appName: 'shop', bucket }),
    401,
    401,
    403,
    200,
    200,
    401,
  ],
  ['POST /ofrep/v1/evaluate/flags', (client) => client.post('/ofrep/v1/evaluate/flags', {}), 401, 401, 200, 200, 200, 401],
  ['GET /openfeature/v0/manifest', (client) => client.get('/openfeature/v0/manifest'), 401, 401, 200, 200, 200, 200],
  ['GET /api/admin/projects', (client) => client.get('/api/admin/projects'), 401, 401, 403, 403, 200, 200],
  [
    'POST /api/admin/projects/validate',
    (client) => client.post('/api/admin/projects/validate', { id: 'free' }),
    401,
    401,
    403,
    403,
    200,
    200,
  ],
  ['GET /api/admin/user', (client) => client.get('/api/admin/user'), 401, 401, 403, 403, 403, 200],
];

describe('a credential, through the gateway', () => {
  let product: GatewayApp;
  let headers: Record<Kind, Record<string, string>>;
  before(async () => {
    const hash = 'f'.repeat(56);
    const frontend = `default:development.${hash}`;
    product = await openGatewayApp({ INIT_FRONTEND_API_TOKENS: frontend });
    equal((await product.admin.post('/api/admin/projects/default/features', { name: 'cart' })).status, 201);
    const login = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
    headers = {
      'no token': {},
      'an unknown token': { authorization: `default:development.${'0'.repeat(56)}` },
      'a client token': { authorization: product.clientToken },
      'a frontend token': { authorization: frontend },
      'an admin token': { authorization: product.adminToken },
      'a session': { cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' },
    };
    await eventually(async () => equal((await product.app.with(headers['a client token']).get('/api/client/features/cart')).status, 200));
  });
  after(() => product.app.close());

  for (const [index, kind] of kinds.entries()) {
    for (const [what, ask, ...statuses] of endpoints) {
      const expected = statuses[index];
      it(`returns ${expected} at ${what} if it is ${kind}`, async () => {
        const { status, body } = await ask(product.app.with(headers[kind]));
        equal(status, expected, JSON.stringify(body));
        if (status === 401) equal(body.name, 'AuthenticationRequired');
        if (status === 403) equal(body.name, 'NoAccessError');
        if (status === 401 || status === 403) deepEqual([typeof body.id, body.message.length > 10], ['string', true]);
      });
    }
  }

  for (const [kind, status] of [
    ['no token', 401],
    ['a client token', 200],
    ['a frontend token', 403],
    ['an admin token', 200],
    ['a session', 401],
  ] as const) {
    it(`returns ${status} at GET /api/client/streaming if it is ${kind}`, async () => {
      const response = await fetch(`${product.app.url}/api/client/streaming`, {
        headers: { accept: 'text/event-stream', ...headers[kind] },
      });
      equal(response.status, status);
      await response.body?.cancel();
    });
  }

  it('leads to the login in errors for users, and names the required token in errors for SDKs', async () => {
    const admin = await product.app.with({}).get('/api/admin/projects');
    deepEqual([admin.body.type, admin.body.path, admin.body.defaultHidden], ['password', '/auth/simple/login', false]);
    for (const [path, expected] of [
      ['/api/client/features', /client token/],
      ['/api/frontend', /frontend token/],
    ] as const) {
      const { body } = await product.app.with({}).get(path);
      match(body.message, expected);
      equal(body.path, undefined);
    }
  });
});
