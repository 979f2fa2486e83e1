import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, openDeliveryApp } from './delivery-app.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { openStream } from './event-stream.fixture.ts';

const never = '999999999';
const evaluate = '/ofrep/v1/evaluate/flags';
const body = { context: { targetingKey: '7' } };

interface Read {
  readonly ask: (application: Client, headers: Record<string, string>) => Promise<Answer>;
  /** True if `cart` is on in the response. */
  readonly isOn: (answer: Answer) => boolean;
}

interface Named {
  readonly name?: string;
  readonly key?: string;
  readonly enabled?: boolean;
  readonly value?: unknown;
}
const cartOf = (list: readonly Named[]) => list.find(({ name, key }) => name === 'cart' || key === 'cart');

const reads: Record<string, Read> = {
  'GET /api/client/features': {
    ask: (application, headers) => application.get(features, { headers }),
    isOn: (answer) => cartOf(answer.body.features)?.enabled === true,
  },
  'GET /api/client/features/:featureName': {
    ask: (application, headers) => application.get(`${features}/cart`, { headers }),
    isOn: (answer) => answer.body.enabled,
  },
  'GET /api/client/delta': {
    ask: (application, headers) => application.get('/api/client/delta', { headers }),
    isOn: (answer) => cartOf(answer.body.events[0].features)?.enabled === true,
  },
  'GET /api/frontend': {
    ask: (application, headers) => application.get('/api/frontend?userId=7', { headers }),
    isOn: (answer) => cartOf(answer.body.toggles) !== undefined,
  },
  'POST /api/frontend': {
    ask: (application, headers) => application.post('/api/frontend', body, { headers }),
    isOn: (answer) => cartOf(answer.body.toggles) !== undefined,
  },
  'POST /ofrep/v1/evaluate/flags': {
    ask: (application, headers) => application.post(evaluate, body, { headers }),
    isOn: (answer) => cartOf(answer.body.flags)?.value === true,
  },
  'POST /ofrep/v1/evaluate/flags/{key}': {
    ask: (application, headers) => application.post(`${evaluate}/cart`, body, { headers }),
    isOn: (answer) => answer.body.value === true,
  },
};

describe('a read with If-Min-Revision', () => {
  let world: DeliveryApp;
  let admin: string;
  before(async () => {
    world = await openDeliveryApp();
    await world.createFeature('cart');
    admin = await world.token({ type: 'admin', environment: '*' });
    await answerWhen(
      () => application().get(features),
      (answer) => answer.status === 200 && answer.body.features.length === 1,
    );
  });
  after(() => world.close());

  const application = (headers: Record<string, string> = {}) => world.application(admin, headers);
  const inDevelopment = (client: Client): Client => ({
    ...client,
    get: (path, options) => client.get(`${path}${path.includes('?') ? '&' : '?'}environment=development`, options),
    post: (path, { context }: { context: object }, options) =>
      client.post(path, { context: { ...context, environment: 'development' } }, options),
  });
  let on = false;
  /** Switches the feature on or off, so that each call is a change. */
  const turn = async (): Promise<number> => {
    const path = `/api/admin/projects/default/features/cart/environments/development/${on ? 'off' : 'on'}`;
    const { status, headers } = await world.operator.post(path);
    equal(status, 200);
    on = !on;
    return Number(headers['x-revision']);
  };

  for (const [name, { ask, isOn }] of Object.entries(reads)) {
    it(`returns the change with that revision every time: ${name}`, async () => {
      for (let times = 0; times < 10; times += 1) {
        const revision = await turn();
        const answer = await ask(inDevelopment(application()), { 'if-min-revision': String(revision) });
        deepEqual([answer.status, isOn(answer)], [200, on]);
      }
    });

    it(`waits for a revision that is about to arrive: ${name}`, async () => {
      const next = (await turn()) + 1;
      const waiting = ask(inDevelopment(application()), { 'if-min-revision': String(next) });
      await application().get(features); // The other change has arrived by now.
      equal(await turn(), next);
      const answer = await waiting;
      deepEqual([answer.status, isOn(answer)], [200, on]);
    });
  }

  it('accepts the revision in quotes, and rejects an invalid one', async () => {
    const revision = await turn();
    equal((await application({ 'if-min-revision': `"${revision}"` }).get(features)).status, 200);
    for (const wrong of ['', 'newest', '-1', '1.5', '1e3', '9'.repeat(40), 'features:1']) {
      const { status, body: refusal } = await application({ 'if-min-revision': wrong }).get(features);
      deepEqual([status, refusal.name, refusal.details[0].path], [400, 'BadRequestError', 'If-Min-Revision'], wrong);
    }
  });

  it('still returns 304 to clients with that revision', async () => {
    const revision = String(await turn());
    const { headers } = await application({ 'if-min-revision': revision }).get(`${features}?environment=development`);
    const again = { 'if-min-revision': revision, 'if-none-match': String(headers['etag']) };
    equal((await application(again).get(`${features}?environment=development`)).status, 304);
  });

  it('opens a stream at that revision', async () => {
    const token = await world.token();
    await answerWhen(
      () => world.application(token).get(features),
      ({ status }) => status === 200,
    );
    const revision = await turn();
    const stream = await openStream(world.url, { authorization: token, 'if-min-revision': String(revision) });
    await eventually(() => equal(stream.events.length, 1));
    stream.close();
    equal(cartOf(stream.events[0]?.data.events[0].features)?.enabled, on);
  });

  it('is rejected with 401 without a token, no matter how long it would wait', async () => {
    equal((await world.application(null, { 'if-min-revision': never }).get(features)).status, 401);
  });
});

describe('a read with an If-Min-Revision that never arrives', () => {
  let world: DeliveryApp;
  let admin: string;
  const waitMs = 60;
  before(async () => {
    world = await openDeliveryApp({ settings: { REVISION_WAIT_MS: String(waitMs) } });
    await world.createFeature('cart');
    admin = await world.token({ type: 'admin', environment: '*' });
    await answerWhen(
      () => world.application(admin).get(features),
      ({ status }) => status === 200,
    );
  });
  after(() => world.close());

  for (const [name, { ask }] of Object.entries(reads)) {
    it(`returns 425 with Retry-After after a limit: ${name}`, async () => {
      for (const revision of [never, `access:${never}`]) {
        const begun = performance.now();
        const { status, headers, body: refusal } = await ask(world.application(admin), { 'if-min-revision': revision });
        ok(performance.now() - begun > waitMs * 0.9);
        deepEqual([status, headers['retry-after'], headers['etag'], refusal.name], [425, '1', undefined, 'TooEarlyError']);
        match(refusal.message, new RegExp(`^Revision ${revision} `));
        if (name.includes('ofrep')) deepEqual([refusal.errorCode, typeof refusal.key], ['GENERAL', 'string']);
      }
    });
  }
});

describe('a read with the revision of a change of tokens', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const tokens = '/api/admin/api-tokens';
  const create = async () => {
    const {
      status,
      headers,
      body: token,
    } = await product.admin.post(tokens, { tokenName: 'brief', type: 'client', environment: 'development' });
    equal(status, 201, token.message);
    return { secret: String(token.secret), revision: String(headers['x-revision']) };
  };
  const readWith = (authorization: string, revision: string) =>
    product.app.with({ authorization, 'if-min-revision': revision }).get(features);

  it('accepts a new token and rejects a deleted one, every time', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { secret, revision } = await create();
      match(revision, /^access:\d+$/);
      equal((await readWith(secret, revision)).status, 200);
      const deleted = await product.admin.delete(`${tokens}/${encodeURIComponent(secret)}`);
      match(String(deleted.headers['x-revision']), /^access:\d+$/);
      equal((await readWith(secret, String(deleted.headers['x-revision']))).status, 401);
    }
  });

  it('is possible after ending sessions, and not after reads', async () => {
    const login = await product.app.with({}).post('/auth/simple/login', { username: 'admin', password: product.password });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const user = product.app.with({ cookie });
    equal((await user.get('/api/admin/user')).headers['x-revision'], undefined);
    match(String((await user.post('/logout')).headers['x-revision']), /^access:\d+$/);
  });
});
