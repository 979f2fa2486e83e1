import { deepEqual, equal } from 'node:assert/strict';
import { exchanges } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type DeliveryBox, openDeliveryBox } from './delivery-box.fixture.ts';

const timestamp = '2026-03-01T12:10:00.000Z';
const row = (own: object) => ({ featureName: 'cart', appName: 'shop', environment: 'development', timestamp, yes: 1, no: 0, ...own });

describe('what proxies ask', () => {
  let world: DeliveryBox;
  let token: string;
  const counted: Record<string, unknown>[] = [];
  const seen = new Set<string>();
  before(async () => {
    world = await openDeliveryBox({ settings: { METRICS_LIMIT_BYTES: '200000' } });
    token = world.token({ projects: ['default'] });
    const bindings = [{ exchange: exchanges.usage, pattern: '#' }];
    await world.box.host.bus.subscribe({ kind: 'broadcast', bindings }, async (messages) => {
      for (const { id, body } of messages) {
        if (!seen.has(id)) counted.push(...(JSON.parse(body) as Record<string, unknown>[])); // A bus may deliver twice.
        seen.add(id);
      }
    });
  });
  after(() => world.close());
  const countsOf = (appName: string) => counted.filter((count) => count['appName'] === appName).map(({ at: _at, ...count }) => count);

  it('names those of the tokens that count, to whoever holds them', async () => {
    const frontend = world.token({ type: 'frontend', projects: ['a', 'b'], environment: 'production' });
    const revoked = world.token();
    world.box.people.revoke(revoked);
    const ask = () => world.program(null).post('/edge/validate', { tokens: [token, 'nope', frontend, revoked, ''] });
    await eventually(async () => {
      const { status, body } = await ask();
      equal(status, 200);
      deepEqual(body, {
        tokens: [
          { token, type: 'client', projects: ['default'], environment: 'development' },
          { token: frontend, type: 'frontend', projects: ['a', 'b'], environment: 'production' },
        ],
      });
    });
  });

  it('refuses what is no list of tokens', async () => {
    const nobody = world.program(null);
    for (const body of [undefined, {}, { tokens: 'x' }, { tokens: [1] }, []]) {
      const answer = await nobody.post('/edge/validate', body);
      deepEqual([answer.status, answer.body.name, answer.body.details[0].path], [400, 'ValidationError', 'tokens']);
    }
    const headers = { 'content-type': 'application/json' };
    equal((await nobody.post('/edge/validate', undefined, { raw: '[', headers })).status, 400);
    equal((await nobody.post('/edge/validate', { tokens: [] }, { headers: { 'content-type': 'text/plain' } })).status, 415);
    equal((await nobody.post('/edge/validate', { tokens: ['x'.repeat(200_000)] })).status, 413);
  });

  for (const path of ['/api/client/metrics/bulk', '/edge/metrics']) {
    it(`takes what was gathered at ${path}, of the token's environment alone`, async () => {
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
      const answer = await world.program(token).post(path, { applications, metrics });
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
        sdkVersion: null,
        strategies: ['default'],
        interval: 15,
      });
      const hour = (timestamp: string, toggles: object) => ({ ...common, kind: 'metrics', instanceId: 'default', timestamp, toggles });
      deepEqual(
        first,
        hour('2026-03-01T12:00:00.000Z', {
          cart: { yes: 3, no: 3, variants: { red: 2, constructor: 2 } },
          constructor: { yes: 1, no: 0, variants: {} },
        }),
      );
      deepEqual(second, hour('2026-03-01T13:00:00.000Z', { cart: { yes: 1, no: 0, variants: {} } }));
    });

    it(`refuses at ${path} what is malformed, too large, or sent by others`, async () => {
      const program = world.program(token);
      for (const [body, property] of [
        [{ metrics: [] }, 'applications'],
        [{ applications: [], metrics: [row({ timestamp: 'soon' })] }, 'metrics/0/timestamp'],
        [{ applications: [], metrics: [row({ yes: -1 })] }, 'metrics/0/yes'],
      ] as const) {
        const answer = await program.post(path, body);
        deepEqual([answer.status, answer.body.name, answer.body.details[0].path], [400, 'ValidationError', property]);
      }
      const large = (bytes: number) => ({ applications: [], metrics: [], padding: 'x'.repeat(bytes) });
      equal((await program.post(path, large(150_000))).status, 202);
      equal((await program.post(path, large(250_000))).status, 413);
      equal((await program.post(path, large(10), { headers: { 'content-type': 'text/plain' } })).status, 415);
      equal((await world.program(null).post(path, large(10))).status, 401);
      equal((await world.program(world.token({ type: 'frontend' })).post(path, large(10))).status, 403);
    });
  }
});
