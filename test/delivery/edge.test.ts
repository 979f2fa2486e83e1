import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { exchanges, stateKeys } from '@signalbox/contracts';
import { type TestApp, type Client, eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { answerWhen, type DeliveryApp, features, names, openDeliveryApp, relayReport } from './delivery-app.fixture.ts';
import { assertTyping } from './edge-typing.fixture.ts';
import { openStream } from './event-stream.fixture.ts';

const timestamp = '2026-03-01T12:10:00.000Z';
const row = (own: object) => ({ featureName: 'cart', appName: 'shop', environment: 'development', timestamp, yes: 1, no: 0, ...own });

/** Usage counts since the start of the test. */
async function listenForCounts({ host }: TestApp): Promise<readonly Record<string, unknown>[]> {
  const counted: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  const bindings = [{ exchange: exchanges.usage, pattern: '#' }];
  await host.bus.subscribe({ kind: 'broadcast', bindings }, async (messages) => {
    for (const { id, body } of messages) {
      if (!seen.has(id)) counted.push(...(JSON.parse(body) as Record<string, unknown>[])); // A bus may deliver twice.
      seen.add(id);
    }
  });
  return counted;
}

describe('the API for proxies', () => {
  let world: DeliveryApp;
  let token: string;
  let counted: readonly Record<string, unknown>[];
  before(async () => {
    world = await openDeliveryApp({ settings: { METRICS_LIMIT_BYTES: '200000' } });
    token = await world.token({ projects: ['default'] });
    counted = await listenForCounts(world.app);
  });
  after(() => world.close());
  const countsOf = (appName: string) => counted.filter((count) => count['appName'] === appName).map(({ at: _at, ...count }) => count);

  it('returns the valid ones of the given tokens to their holder (check 27)', async () => {
    const frontend = await world.token({ type: 'frontend', projects: ['a', 'b'], environment: 'production' });
    const revoked = await world.token();
    await world.app.users.revoke(revoked);
    const { status, body } = await world.application(null).post('/edge/validate', { tokens: [token, 'nope', frontend, revoked, ''] });
    equal(status, 200);
    deepEqual(body, {
      tokens: [
        { token, type: 'client', projects: ['default'], environment: 'development' },
        { token: frontend, type: 'frontend', projects: ['a', 'b'], environment: 'production' },
      ],
    });
  });

  it('validates tokens while the maximum number of unknown tokens is waiting', async () => {
    const unknown = Array.from({ length: 99 }, () => `default:development.${randomBytes(28).toString('hex')}`);
    const { status, body } = await world.application(null).post('/edge/validate', { tokens: [...unknown, token] });
    deepEqual([status, body.tokens?.length], [200, 1], body.message);
  });

  it('rejects an invalid list of tokens', async () => {
    const anonymous = world.application(null);
    for (const [body, path] of [
      [undefined, 'tokens'],
      [{}, 'tokens'],
      [{ tokens: 'x' }, 'tokens'],
      [{ tokens: [{}] }, 'tokens/0'],
      [[], ''],
    ] as const) {
      const answer = await anonymous.post('/edge/validate', body);
      deepEqual([answer.status, answer.body.name, answer.body.details[0].path], [400, 'ValidationError', path]);
    }
    const headers = { 'content-type': 'application/json' };
    equal((await anonymous.post('/edge/validate', undefined, { raw: '[', headers })).status, 400);
    equal((await anonymous.post('/edge/validate', { tokens: [] }, { headers: { 'content-type': 'text/plain' } })).status, 415);
    equal((await anonymous.post('/edge/validate', { tokens: ['x'.repeat(200_000)] })).status, 413);
  });

  for (const path of ['/api/client/metrics/bulk', '/edge/metrics']) {
    it(`accepts counts at ${path} for the token's environment only (check 27)`, async () => {
      const appName = path.replaceAll('/', '-');
      const metrics = [
        row({ appName, variants: { red: 1 } }),
        row({ appName, yes: 2, no: 3, variants: { red: 1, constructor: 2 }, timestamp: Date.parse(timestamp) + 60_000 }),
        row({ appName, featureName: 'constructor' }),
        row({ appName, timestamp: '2026-03-01T13:00:00Z' }),
        row({ appName, environment: 'production' }),
        row({ appName, featureName: 'a b' }),
        row({ appName, featureName: 'idle', yes: 0 }),
      ];
      const connectVia = [{ appName: 'proxy', instanceId: '1' }];
      const applications = [{ appName, instanceId: 'i', environment: 'production', strategies: ['default'], interval: 15, connectVia }];
      const answer = await world.application(token).post(path, { applications, metrics });
      deepEqual([answer.status, answer.body], [202, '']);
      await eventually(() => equal(countsOf(appName).length, 3));
      const [application, first, second] = countsOf(appName);
      const { started, ...registration } = application ?? {};
      equal(typeof started, 'string');
      const common = { appName, environment: 'development' };
      deepEqual(registration, {
        ...common,
        kind: 'register',
        instanceId: 'i',
        projects: ['default'],
        sdkType: 'backend',
        sdkVersion: null,
        strategies: ['default'],
        interval: 15,
      });
      const hour = (timestamp: string, toggles: object) => ({
        ...common,
        kind: 'metrics',
        instanceId: 'default',
        projects: ['default'],
        sdkType: 'backend',
        timestamp,
        toggles,
      });
      deepEqual(
        first,
        hour('2026-03-01T12:00:00.000Z', {
          cart: { yes: 3, no: 3, variants: { red: 2, constructor: 2 } },
          constructor: { yes: 1, no: 0, variants: {} },
        }),
      );
      deepEqual(second, hour('2026-03-01T13:00:00.000Z', { cart: { yes: 1, no: 0, variants: {} } }));
    });

    it(`rejects malformed, too large or unauthorized bodies at ${path}`, async () => {
      const application = world.application(token);
      for (const [body, property] of [
        [{ metrics: [] }, 'applications'],
        [{ applications: [], metrics: [row({ timestamp: 'soon' })] }, 'metrics/0/timestamp'],
        [{ applications: [], metrics: [row({ yes: -1 })] }, 'metrics/0/yes'],
      ] as const) {
        const answer = await application.post(path, body);
        deepEqual([answer.status, answer.body.name, answer.body.details[0].path], [400, 'ValidationError', property]);
      }
      const large = (bytes: number) => ({ applications: [], metrics: [], padding: 'x'.repeat(bytes) });
      equal((await application.post(path, large(150_000))).status, 202);
      equal((await application.post(path, large(250_000))).status, 413);
      equal((await application.post(path, large(10), { headers: { 'content-type': 'text/plain' } })).status, 415);
      equal((await world.application(null).post(path, large(10))).status, 401);
      equal((await world.application(await world.token({ type: 'frontend' })).post(path, large(10))).status, 403);
    });
  }
});

const inDefault = '/api/admin/projects/default/features';
const delta = '/api/client/delta';
const constraint = { contextName: 'userId', operator: 'IN', values: ['7'], inverted: true, caseInsensitive: true };
const variant = { name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default', payload: { type: 'string', value: '#00f' } };

/** `cart` has every property that a feature can have. */
async function setUp(admin: Client): Promise<void> {
  const must = async (path: string, body: unknown = {}) => {
    const answer = await admin.post(path, body);
    ok(answer.status < 300, `${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await must('/api/admin/projects', { id: 'shop', name: 'Shop' });
  await must('/api/admin/projects/shop/features', { name: 'vault' });
  await must('/api/admin/context', { name: 'age' });
  const { id } = await must('/api/admin/segments', {
    name: 'payers',
    constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '17' }, constraint],
  });
  for (const name of ['parent', 'cart']) await must(inDefault, { name, description: name === 'cart' ? 'Pays' : null });
  await must(`${inDefault}/cart/dependencies`, { feature: 'parent', enabled: true, variants: ['blue'] });
  const parameters = { rollout: 50, stickiness: 'default', groupId: 'cart' };
  const constraints = [constraint, { contextName: 'age', operator: 'NUM_LT', value: '70' }];
  const strategy = { name: 'flexibleRollout', parameters, constraints, segments: [id], variants: [variant] };
  await must(`${inDefault}/cart/environments/development/strategies`, strategy);
  const overrides = [{ contextName: 'userId', values: ['7'] }];
  equal((await admin.put(`${inDefault}/cart/environments/development/variants`, [{ ...variant, overrides }])).status, 200);
  await must(`${inDefault}/cart/environments/development/on`);
}

/** Every call of Edge to its upstream, in the same order (reference, evaluation §7). */
describe('Edge with this server as its upstream (check 27)', () => {
  let product: GatewayApp;
  let counted: readonly Record<string, unknown>[];
  let frontend: string;
  let etag: string;
  before(async () => {
    product = await openGatewayApp();
    await setUp(product.admin);
    counted = await listenForCounts(product.app);
    frontend = await issue('frontend', ['default']);
  });
  after(() => product.app.close());

  const headers = {
    'unleash-appname': 'unleash-edge',
    'unleash-instanceid': 'edge-1',
    'unleash-connection-id': '0b3a1c52-9f7e-4a37-8a0b-1d5d2a8f7c11',
    'unleash-client-spec': '5.1.9',
    'unleash-interval': '15000',
    'user-agent': 'unleash-edge-19.6.0',
  };
  const edge = (authorization: string = product.clientToken) => product.app.with({ ...headers, authorization });
  const turn = async (name: string, onOff: 'on' | 'off') =>
    equal((await product.admin.post(`${inDefault}/${name}/environments/development/${onOff}`)).status, 200);
  /** Waits until identity has received the event of a new project and can issue tokens for it. */
  const issue = async (type: string, projects: string[]): Promise<string> => {
    const token = { tokenName: `${type}-${projects.length}`, type, environment: 'development', projects };
    const answer = await answerWhen(
      () => product.admin.post('/api/admin/api-tokens', token),
      ({ status }) => status === 201,
    );
    return answer.body.secret;
  };

  it('1. validates its tokens without Authorization, in all formats, and receives the valid ones', async () => {
    const several = await issue('client', ['default', 'shop']);
    const all = await issue('client', ['*']);
    match(several, /^\[\]:development\.[0-9a-f]+$/);
    match(all, /^\*:development\.[0-9a-f]+$/);
    const tokens = [product.clientToken, several, all, frontend, 'default:development.unknown', 'no token'];
    const { status, body } = await answerWhen(
      () => product.app.with(headers).post('/edge/validate', { tokens }),
      (answer) => answer.body.tokens.length === 4,
    );
    const common = { type: 'client', environment: 'development' };
    deepEqual(
      [status, body],
      [
        200,
        {
          tokens: [
            { token: product.clientToken, ...common, projects: ['default'] },
            { token: several, ...common, projects: ['default', 'shop'] },
            { token: all, ...common, projects: ['*'] },
            { token: frontend, ...common, type: 'frontend', projects: ['default'] },
          ],
        },
      ],
    );
    for (const token of [several, all]) deepEqual(names(await edge(token).get(features)), ['cart', 'parent', 'vault']);
  });

  it('validates at most a hundred tokens, and waits for none that may be in transit', async () => {
    const invented = (count: number) =>
      Array.from({ length: count }, (_, index) => `default:development.${String(index).padStart(56, '0')}`);
    const { status, body } = await product.app.with(headers).post('/edge/validate', { tokens: invented(100) });
    deepEqual([status, body], [200, { tokens: [] }]);
    equal((await product.app.with(headers).post('/edge/validate', { tokens: invented(101) })).status, 400);
  });

  it('2. fetches features: every value has the expected type, and the ETag is valid', async () => {
    const answer = await answerWhen(
      () => edge().get(features),
      ({ body }) => body.features[0]?.enabled === true,
    );
    deepEqual([answer.status, names(answer)], [200, ['cart', 'parent']]);
    assertTyping(answer.body);
    deepEqual(answer.body.features[0].strategies[0].parameters, { rollout: '50', stickiness: 'default', groupId: 'cart' });
    etag = String(answer.headers['etag']);
    match(etag, /^"[!#-~]+"$/); // RFC 9110, entity-tag
  });

  it('3. polls: 304 until its projects change, then 200 with a new ETag', async () => {
    const poll = () => edge().get(features, { headers: { 'if-none-match': etag } });
    for (let times = 0; times < 3; times += 1) {
      const { status, body, headers: answered } = await poll();
      deepEqual([status, body, answered['etag']], [304, '', etag]);
    }
    await turn('parent', 'on');
    const answer = await answerWhen(poll, ({ status }) => status === 200);
    ok(answer.headers['etag'] !== etag);
    etag = String(answer.headers['etag']);
    equal((await poll()).status, 304);
  });

  it('4. fetches the delta: everything first, 304, then the change', async () => {
    const first = await edge().get(delta);
    const [{ type, eventId, features: sent, segments }] = first.body.events;
    const complete = await edge().get(features);
    deepEqual([type, sent, segments], ['hydration', complete.body.features, complete.body.segments]);
    ok(Number.isInteger(eventId));
    const next = () => edge().get(delta, { headers: { 'if-none-match': String(first.headers['etag']) } });
    equal((await next()).status, 304);
    await turn('parent', 'off');
    const { body } = await answerWhen(next, ({ status }) => status === 200);
    deepEqual(
      body.events.map((event: { type: string; feature: { name: string } }) => [event.type, event.feature.name]),
      [['feature-updated', 'parent']],
    );
  });

  it('5. streams changes', async () => {
    const stream = await openStream(product.app.url, { ...headers, authorization: product.clientToken });
    await eventually(() => equal(stream.events[0]?.type, 'unleash-connected'));
    await turn('parent', 'on');
    await eventually(() => equal(stream.events.at(-1)?.type, 'unleash-updated'));
    stream.close();
    deepEqual(stream.events[0]?.data.events[0].type, 'hydration');
    deepEqual(stream.events.at(-1)?.data.events[0].feature.enabled, true);
  });

  it('6. reports in bulk, 95 kB at once, also for a nested Edge', async () => {
    const metrics: object[] = [];
    while (JSON.stringify(metrics).length < 95_000) {
      const variants = { blue: 1, disabled: 1 };
      for (const environment of ['development', 'production'])
        metrics.push(row({ appName: `shop-${metrics.length}`, environment, variants }));
    }
    const connectVia = ['edge-1', 'edge-2'].map((instanceId) => ({ appName: 'unleash-edge', instanceId }));
    const application = { appName: 'behind-two', instanceId: 'i', interval: 15, started: timestamp, strategies: ['default'], connectVia };
    const further = { environment: 'development', sdkVersion: 'node:6.1.0', platformName: 'node', specVersion: '5.1.9', metadata: {} };
    const { status, body } = await edge().post('/api/client/metrics/bulk', { applications: [{ ...application, ...further }], metrics });
    deepEqual([status, body], [202, '']);
    await eventually(() => equal(counted.length, metrics.length / 2 + 1)); // Counts of the other environment are dropped.
    deepEqual(
      counted.filter(({ kind }) => kind === 'register').map(({ appName }) => appName),
      ['behind-two'],
    );
    const padded = { applications: [], metrics: [], padding: 'x'.repeat(150_000) };
    for (const path of ['/api/client/metrics/bulk', '/edge/metrics']) equal((await edge().post(path, padded)).status, 202);
    const refused = await edge().post('/api/client/metrics/bulk', { applications: [], metrics: 'x' });
    deepEqual([refused.status, refused.body.name], [400, 'ValidationError']);
  });

  it('reports the tokens of its clients: their last use is stored, and no secret leaves delivery', async () => {
    const sent: string[] = [];
    const bindings = [{ exchange: exchanges.state, pattern: stateKeys.tokensSeen }];
    await product.app.host.bus.subscribe({ kind: 'broadcast', bindings }, async (messages) => {
      for (const { body } of messages) sent.push(body);
    });
    const seenTokens = [await issue('frontend', ['default', 'shop']), await issue('client', ['shop'])];
    const report = (tokens: unknown) => edge().post('/api/client/metrics/bulk', { applications: [], metrics: [], seenTokens: tokens });
    equal((await report([...seenTokens, 'default:development.unknown', ''])).status, 202);
    await eventually(async () => {
      const { body } = await product.admin.get('/api/admin/api-tokens');
      const unseen = (body.tokens as { secret: string; seenAt: string | null }[]).filter(({ seenAt }) => seenAt === null);
      const own = [product.clientToken, ...seenTokens].map((secret) => secret.slice(-4));
      deepEqual(
        unseen.filter(({ secret }) => own.includes(secret.slice(-4))),
        [],
      );
    });
    ok(sent.length > 0);
    for (const secret of [product.clientToken, ...seenTokens]) ok(!sent.join().includes(secret.split('.')[1] ?? ''));
    equal((await report(null)).status, 202);
    for (const malformed of [seenTokens[0], [[seenTokens[0]]], [{ token: seenTokens[0] }]]) {
      const { status, body } = await report(malformed);
      deepEqual([status, JSON.stringify(body).includes(seenTokens[0]?.split('.')[1] ?? '')], [400, false]);
    }
  });

  it('reports the impact metrics of its clients', async () => {
    const samples = [{ value: 2, labels: { appName: 'behind', environment: 'development', origin: 'sdk' } }];
    const impactMetrics = [{ name: 'orders', help: 'Orders', type: 'counter', samples }];
    equal((await edge().post('/api/client/metrics/bulk', { applications: [], metrics: [], impactMetrics })).status, 202);
    await eventually(() =>
      deepEqual(
        counted.flatMap(({ kind, metrics }) => (kind === 'impact' ? [metrics] : [])),
        [impactMetrics],
      ),
    );
  });

  it('7. reports its own metrics', async () => {
    const report = { ...relayReport, connectedEdges: [], latencyUpstream: {} };
    const { status, body } = await edge().post('/api/client/metrics/edge', report);
    deepEqual([status, body], [202, '']);
    equal((await product.app.with(headers).post('/api/client/metrics/edge', report)).status, 401);
    const licence = await edge().post('/api/client/edge-licensing/heartbeat?connectionId=1', {});
    deepEqual([licence.status, licence.body.name], [404, 'NotFoundError']);
  });

  it('8. is rejected with a frontend token and with a deleted token, and drops both', async () => {
    const refused = await edge(frontend).get(features);
    deepEqual([refused.status, refused.body.name], [403, 'NoAccessError']);
    const brief = await issue('client', ['default']);
    equal((await edge(brief).get(features)).status, 200);
    equal((await product.admin.delete(`/api/admin/api-tokens/${encodeURIComponent(brief)}`)).status, 200);
    await eventually(async () => equal((await edge(brief).get(features)).status, 401));
    deepEqual((await product.app.with(headers).post('/edge/validate', { tokens: [brief] })).body, { tokens: [] });
  });
});
