import { deepEqual, equal, ok } from 'node:assert/strict';
import { exchanges } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

const registration = { appName: 'shop', strategies: ['default'], started: '2026-03-01T12:00:00Z', interval: 1000 };
const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const uses = (count: number) => Object.fromEntries(many(count).map((name) => [name, 1]));
const counts = (count: number) => Object.fromEntries(many(count).map((name) => [name, { yes: 1 }]));
const row = { featureName: 'f', appName: 'a', environment: 'e', timestamp: 0, yes: 1 };
const bucket = { start: '2026-03-01T12:10:00.000Z', stop: '2026-03-01T12:11:00.000Z' };

describe('registration and metrics', () => {
  let world: DeliveryApp;
  let token: string;
  const counted: Record<string, unknown>[] = [];
  before(async () => {
    world = await openDeliveryApp();
    token = await world.token();
    await world.createFeature('cart');
    const bindings = [{ exchange: exchanges.usage, pattern: '#' }];
    await world.app.host.bus.subscribe({ kind: 'broadcast', bindings }, async (messages) => {
      for (const { body } of messages) counted.push(...(JSON.parse(body) as Record<string, unknown>[]));
    });
  });
  after(() => world.close());

  const countOf = (appName: string) =>
    eventually(() => {
      const found = counted.find((count) => count['appName'] === appName);
      if (!found) throw new Error(`there are no counts of ${appName}`);
      return found;
    });

  const impactOf = (appName: string) => counted.filter(({ metrics }) => JSON.stringify(metrics)?.includes(`"appName":"${appName}"`));

  it('accepts a registration and ignores unknown properties', async () => {
    const body = { ...registration, appName: 'register', sdkVersion: 'node:6', environment: 'moon', connectionId: 'c' };
    const answer = await world.application(token).post('/api/client/register', body);
    deepEqual([answer.status, answer.body], [202, '']);
    const { at, ...count } = await countOf('register');
    equal(typeof at, 'string');
    deepEqual(count, {
      kind: 'register',
      appName: 'register',
      instanceId: 'default',
      environment: 'development',
      projects: ['*'],
      sdkVersion: 'node:6',
      sdkType: 'backend',
      strategies: ['default'],
      interval: 1000,
      started: '2026-03-01T12:00:00.000Z',
    });
  });

  it('accepts metrics by the hour, without zeros and names of unknown features', async () => {
    const toggles = { cart: { yes: 2, no: 1, variants: { red: 1 } }, idle: { yes: 0, no: 0 }, 'a b': { yes: 1 }, other: { no: 4 } };
    const answer = await world.application(token).post('/api/client/metrics', { appName: 'metrics', bucket: { ...bucket, toggles } });
    deepEqual([answer.status, answer.body], [202, '']);
    const { at, ...count } = await countOf('metrics');
    equal(typeof at, 'string');
    deepEqual(count, {
      kind: 'metrics',
      appName: 'metrics',
      instanceId: 'default',
      environment: 'development',
      projects: ['*'],
      sdkType: 'backend',
      timestamp: '2026-03-01T12:00:00.000Z',
      toggles: { cart: { yes: 2, no: 1, variants: { red: 1 } }, other: { yes: 0, no: 4, variants: {} } },
    });
  });

  it('accepts times without a zone, as UTC', async () => {
    const local = '2026-03-01T12:08:46.123456';
    const metrics = { bucket: { start: local, stop: local, toggles: { cart: { yes: 1, no: 0 } } } };
    const bulk = { applications: [], metrics: [{ ...row, featureName: 'cart', appName: 'local-bulk', timestamp: local }] };
    const frontend = await world.token({ type: 'frontend' });
    for (const [secret, path, body, status] of [
      [token, 'client/register', { ...registration, appName: 'local', started: local }, 202],
      [token, 'client/metrics', { ...metrics, appName: 'local-metrics' }, 202],
      [token, 'client/metrics/bulk', bulk, 202],
      [frontend, 'frontend/client/metrics', { ...metrics, appName: 'local-page' }, 200],
    ] as const) {
      const answer = await world.application(secret).post(`/api/${path}`, body);
      equal(answer.status, status, JSON.stringify(answer.body));
    }
    equal((await countOf('local'))['started'], '2026-03-01T12:08:46.123Z');
    for (const name of ['local-metrics', 'local-page']) equal((await countOf(name))['timestamp'], '2026-03-01T12:00:00.000Z');
  });

  it("takes the SDK's name from its header if the body has none, and ignores invalid names", async () => {
    const sdkAs = (sdk: string) => world.application(token, { 'unleash-sdk': sdk });
    const report = (appName: string) => ({ appName, bucket: { ...bucket, toggles: { cart: { yes: 1, no: 0 } } } });
    const sdk = 'unleash-client-node:6.1.0';
    await sdkAs(sdk).post('/api/client/register', { ...registration, appName: 'header' });
    equal((await countOf('header'))['sdkVersion'], sdk);
    await sdkAs(sdk).post('/api/client/register', { ...registration, appName: 'both', sdkVersion: 'node:6' });
    equal((await countOf('both'))['sdkVersion'], 'node:6');
    await sdkAs(sdk).post('/api/client/metrics', report('counting'));
    equal((await countOf('counting'))['sdkVersion'], sdk);
    await sdkAs(`a${'b'.repeat(300)}:1 2`).post('/api/client/metrics', report('nonsense'));
    ok(!('sdkVersion' in (await countOf('nonsense'))));
  });

  it('reports the build and platform of an SDK, without empty details', async () => {
    const details = {
      sdkFlavor: 'x'.repeat(256),
      sdkFlavorVersion: 'x'.repeat(32),
      platformName: 'node',
      platformVersion: '24.1.0',
      yggdrasilVersion: null,
      specVersion: '6.1.0',
    };
    const client = world.application(token);
    const toggles = { cart: { yes: 1, no: 0 } };
    await client.post('/api/client/register', { ...registration, appName: 'detailed start', ...details });
    await client.post('/api/client/metrics', { appName: 'detailed use', bucket: { ...bucket, toggles }, ...details });
    const applications = [{ appName: 'detailed bulk', ...details }];
    await client.post('/api/client/metrics/bulk', { applications, metrics: [] });
    for (const appName of ['detailed start', 'detailed use', 'detailed bulk'])
      deepEqual((await countOf(appName))['sdkDetails'], details, appName);
    await client.post('/api/client/register', { ...registration, appName: 'plain start', platformName: '', sdkFlavor: null });
    ok(!('sdkDetails' in (await countOf('plain start'))));
  });

  it('accepts null for optional properties of an application', async () => {
    const toggles = { cart: { yes: 2, no: null, variants: null }, other: { yes: 1, no: 0, variants: { red: null, blue: 1 } } };
    const body = { appName: 'nulls', instanceId: null, environment: null, bucket: { ...bucket, toggles } };
    const answer = await world.application(token).post('/api/client/metrics', body);
    deepEqual([answer.status, answer.body], [202, '']);
    const { instanceId, environment, toggles: counted } = await countOf('nulls');
    deepEqual([instanceId, environment], ['default', 'development']);
    deepEqual(counted, { cart: { yes: 2, no: 0, variants: {} }, other: { yes: 1, no: 0, variants: { red: 0, blue: 1 } } });
  });

  it('accepts a report without a bucket and counts nothing', async () => {
    const frontend = await world.token({ type: 'frontend' });
    const reports = [
      ['/api/client/metrics', token, 202],
      ['/api/frontend/client/metrics', frontend, 200],
      ['/api/proxy/client/metrics', frontend, 200],
    ] as const;
    for (const [path, secret, status] of reports) {
      for (const body of [{ appName: 'bucketless' }, { appName: 'bucketless', bucket: null }])
        equal((await world.application(secret).post(path, body)).status, status, path);
    }
    await world.application(token).post('/api/client/register', { ...registration, appName: 'after bucketless' });
    await countOf('after bucketless');
    deepEqual(
      counted.filter(({ appName }) => appName === 'bucketless'),
      [],
    );
  });

  it('accepts impact metrics without counts, and drops invalid ones', async () => {
    const help = 'Orders';
    const buckets = [
      { le: 0.5, count: 1 },
      { le: '+Inf', count: 2 },
    ];
    const impactMetrics = [
      { name: 'orders-total', help, type: 'counter', samples: [{ value: 2, labels: { environment: 'development', 'a b': 'c' } }] },
      { name: 'heap', help: '', type: 'gauge', samples: [{ value: 7.5 }, { value: 1, labels: { environment: 'production' } }] },
      { name: 'latency', help: '', type: 'histogram', samples: [{ count: 2, sum: 0.75, buckets }] },
      { name: 'elsewhere', help, type: 'counter', samples: [{ value: 2, labels: { environment: 'production' } }] },
      { name: 'wrong', help, type: 'counter', samples: [{ value: 'many' }] },
      { name: 'labels', help, type: 'gauge', samples: [{ value: 1, labels: uses(17) }] },
      { name: 'x'.repeat(101), help, type: 'gauge', samples: [{ value: 1 }] },
      null,
    ];
    const labels = { appName: 'impact' };
    equal((await world.application(token).post('/api/client/metrics', { ...labels, impactMetrics })).status, 202);
    const own = await eventually(() => {
      const [found] = impactOf('impact');
      ok(found);
      return found;
    });
    deepEqual(own, {
      kind: 'impact',
      environment: 'development',
      at: own['at'],
      metrics: [
        {
          name: 'orders_total',
          help,
          type: 'counter',
          samples: [{ value: 2, labels: { ...labels, environment: 'development', a_b: 'c' } }],
        },
        { name: 'heap', help: '', type: 'gauge', samples: [{ value: 7.5, labels }] },
        { name: 'latency', help: '', type: 'histogram', samples: [{ count: 2, sum: 0.75, buckets, labels }] },
      ],
      dropped: 4,
    });
    for (const malformed of ['x', {}, [], null]) {
      const body = { appName: 'malformed', impactMetrics: malformed };
      equal((await world.application(token).post('/api/client/metrics', body)).status, 202);
    }
  });

  it('ignores impact metrics that a frontend token reports, and takes the counts of the same report', async () => {
    const toggles = { cart: { yes: 1, no: 0 } };
    for (const [path, appName] of [
      ['/api/frontend/client/metrics', 'impact page'],
      ['/api/proxy/client/metrics', 'impact proxy'],
    ] as const) {
      const samples = [{ value: 1_000_000, labels: { appName } }];
      const impactMetrics = [{ name: 'checkout_errors', help: '', type: 'counter', samples }, null];
      const frontend = world.application(await world.token({ type: 'frontend' }));
      const { status, body } = await frontend.post(path, { appName, bucket: { ...bucket, toggles }, impactMetrics });
      deepEqual([status, body], [200, 'OK']);
      equal((await countOf(appName))['kind'], 'metrics');
      deepEqual(impactOf(appName), []);
    }
  });

  it("updates the last-seen time of the feature in the token's environment only", async () => {
    await eventually(async () => {
      const { body } = await world.operator.get('/api/admin/projects/default/features/cart');
      const seen = (body.environments as { name: string; lastSeenAt: string | null }[]).map(({ name, lastSeenAt }) => [
        name,
        lastSeenAt !== null,
      ]);
      deepEqual(seen, [
        ['development', true],
        ['production', false],
      ]);
    });
  });

  it('uses the environment in the body with an admin token, and default without one', async () => {
    const admin = world.application(await world.token({ type: 'admin', projects: ['*'], environment: '*' }));
    await admin.post('/api/client/register', { ...registration, appName: 'said', environment: 'production' });
    await admin.post('/api/client/register', { ...registration, appName: 'silent' });
    equal((await countOf('said'))['environment'], 'production');
    equal((await countOf('silent'))['environment'], 'default');
  });

  it('treats an empty environment as missing, because some SDKs send it', async () => {
    const secrets = [token, await world.token({ type: 'admin', projects: ['*'], environment: '*' })];
    for (const [index, secret] of secrets.entries()) {
      for (const [path, body] of [
        ['register', registration],
        ['metrics', { bucket: { ...bucket, toggles: { cart: { yes: 1 } } } }],
        ['metrics/bulk', { applications: [{ ...registration, appName: `empty-${index}`, environment: '' }], metrics: [] }],
      ] as const) {
        const answer = await world.application(secret).post(`/api/client/${path}`, { ...body, appName: `empty-${index}`, environment: '' });
        equal(answer.status, 202, answer.body.message);
      }
      // At least, because the bus may deliver twice.
      await eventually(() => ok(counted.filter(({ appName }) => appName === `empty-${index}`).length >= 3));
      const environments = counted.filter(({ appName }) => appName === `empty-${index}`).map(({ environment }) => environment);
      deepEqual(new Set(environments), new Set([index === 0 ? 'development' : 'default']));
    }
  });

  for (const [path, body, property] of [
    ['register', { ...registration, appName: undefined }, 'appName'],
    ['register', { ...registration, strategies: 'x' }, 'strategies'],
    ['register', { ...registration, started: 'yesterday' }, 'started'],
    ['register', { ...registration, started: 1e300 }, 'started'],
    ['register', { ...registration, started: 8.64e15 }, 'started'],
    ['register', { ...registration, interval: undefined }, 'interval'],
    ['register', { ...registration, sdkFlavor: 'x'.repeat(257) }, 'sdkFlavor'],
    ['register', { ...registration, sdkFlavorVersion: 'x'.repeat(33) }, 'sdkFlavorVersion'],
    ['metrics', { bucket: { ...bucket, toggles: {} } }, 'appName'],
    ['metrics', { appName: 'shop', bucket: 'none' }, 'bucket'],
    ['metrics', { appName: 'shop', bucket: {} }, 'bucket/start'],
    ['metrics', { appName: 'shop', bucket: { ...bucket, stop: 'soon', toggles: {} } }, 'bucket/stop'],
    ['metrics', { appName: 'shop', bucket: { ...bucket, toggles: { cart: { yes: -1 } } } }, 'bucket/toggles/cart/yes'],
    [
      'metrics',
      { appName: 'shop', bucket: { ...bucket, toggles: { cart: { yes: 1, no: 0, variants: { 'a\nb': 'many' } } } } },
      'bucket/toggles/cart/variants/a\nb',
    ],
    ['register', { ...registration, strategies: many(1001) }, 'strategies'],
    ['metrics', { appName: 'shop', bucket: { ...bucket, toggles: counts(10_001) } }, 'bucket/toggles'],
    [
      'metrics',
      { appName: 'shop', bucket: { ...bucket, toggles: { cart: { yes: 1, variants: uses(1001) } } } },
      'bucket/toggles/cart/variants',
    ],
    ['metrics/bulk', { applications: many(1001).map((appName) => ({ appName })), metrics: [] }, 'applications'],
    ['metrics/bulk', { applications: [], metrics: many(10_001).map(() => row) }, 'metrics'],
  ] as const) {
    it(`rejects ${path} with an invalid ${property} and names it`, async () => {
      const answer = await world.application(token).post(`/api/client/${path}`, body);
      deepEqual([answer.status, answer.body.name, answer.body.details[0].path], [400, 'ValidationError', property]);
    });
  }

  it('accepts the maximum size of a report', async () => {
    const toggles = { ...counts(9999), cart: { yes: 1, variants: uses(1000) } };
    const metrics = { appName: 'full', bucket: { ...bucket, toggles } };
    equal((await world.application(token).post('/api/client/metrics', metrics)).status, 202);
    const bulk = { applications: many(1000).map((appName) => ({ appName })), metrics: [] };
    equal((await world.application(token).post('/api/client/metrics/bulk', bulk)).status, 202);
  });

  it('rejects a missing token with 401 and a frontend token with 403', async () => {
    equal((await world.application(null).post('/api/client/register', registration)).status, 401);
    const frontend = await world.token({ type: 'frontend' });
    const { status, body } = await world.application(frontend).post('/api/client/metrics', {});
    deepEqual([status, body.name], [403, 'NoAccessError']);
  });
});
