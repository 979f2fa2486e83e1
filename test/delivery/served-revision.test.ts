import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { answerWhen, type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const path = '/api/admin/delivery/revision';
const never = '999999999';

describe('the revision served to applications', () => {
  let world: DeliveryApp;
  let token: string;
  before(async () => {
    world = await openDeliveryApp();
    await world.createFeature('cart');
    token = await world.token();
    await served();
  });
  after(() => world.close());

  const ask = (headers: Record<string, string> = {}) => world.application(token, headers).get(path);
  const served = () => answerWhen(ask, ({ status }) => status === 200);
  let on = false;
  /** Switches the feature on or off and returns the revision of the change. */
  const turn = async (): Promise<number> => {
    const { status, headers } = await world.operator.post(
      `/api/admin/projects/default/features/cart/environments/development/${on ? 'off' : 'on'}`,
    );
    equal(status, 200);
    on = !on;
    return Number(headers['x-revision']);
  };

  it('reaches a change as soon as applications receive it, every time', async () => {
    for (let times = 0; times < 10; times += 1) {
      const begun = Date.now();
      const revision = await turn();
      const { status, body } = await ask({ 'if-min-revision': String(revision) });
      deepEqual([status, Object.keys(body), body.revision], [200, ['revision', 'since'], revision]);
      const since = Date.parse(body.since);
      ok(begun <= since && since <= Date.now(), body.since);
      const { body: features } = await world.application(token).get('/api/client/features');
      equal(features.features.find(({ name }: { name: string }) => name === 'cart').enabled, on);
    }
  });

  it('waits for a revision that is about to arrive', async () => {
    const next = (await turn()) + 1;
    const waiting = ask({ 'if-min-revision': String(next) });
    await ask({ 'if-min-revision': String(next - 1) }); // The other change has arrived by now.
    equal(await turn(), next);
    deepEqual([(await waiting).status, (await waiting).body.revision], [200, next]);
  });

  it('keeps its time while nothing changes', async () => {
    const revision = String(await turn());
    const first = await ask({ 'if-min-revision': revision });
    deepEqual((await ask({ 'if-min-revision': revision })).body, first.body);
  });

  it('requires credentials, and rejects an invalid revision with 400', async () => {
    equal((await world.application(null).get(path)).status, 401);
    const { status, body } = await ask({ 'if-min-revision': 'newest' });
    deepEqual([status, body.name, body.details[0].path], [400, 'BadRequestError', 'If-Min-Revision']);
  });
});

describe('a revision that is not served yet', () => {
  it('returns 425 with Retry-After after a limit', async () => {
    const waitMs = 60;
    const world = await openDeliveryApp({ settings: { REVISION_WAIT_MS: String(waitMs) } });
    await world.createFeature('cart');
    const token = await world.token();
    await answerWhen(
      () => world.application(token).get(path),
      ({ status }) => status === 200,
    );
    const begun = performance.now();
    const { status, headers, body } = await world.application(token, { 'if-min-revision': never }).get(path);
    ok(performance.now() - begun > waitMs * 0.9);
    deepEqual([status, headers['retry-after'], body.name], [425, '1', 'TooEarlyError']);
    match(body.message, new RegExp(`^Revision ${never} `));
    await world.close();
  });
});

describe('the revision served to applications, through the gateway', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const password = 'a lever, a bell, a lamp';
  async function viewer() {
    const made = await product.admin.post('/api/admin/user-admin', { username: 'vera', password, rootRole: 3 });
    equal(made.status, 201);
    const { headers } = await product.app.with({}).post('/auth/simple/login', { username: 'vera', password });
    return product.app.with({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
  }

  it('is returned to every logged-in user, even for changes to a hidden project', async () => {
    equal((await product.admin.post('/api/admin/projects', { id: 'den', name: 'Den', mode: 'private' })).status, 201);
    const hers = await viewer();
    const { status, headers } = await product.admin.post('/api/admin/projects/den/features', { name: 'secret-cart' });
    equal(status, 201);
    const answer = await hers.get(path, { headers: { 'if-min-revision': String(headers['x-revision']) } });
    deepEqual([answer.status, Object.keys(answer.body)], [200, ['revision', 'since']]);
    ok(answer.body.revision >= Number(headers['x-revision']));
    equal((await hers.get('/api/admin/projects/den/features')).status, 404);
  });

  it('is returned to admin tokens and client tokens, and never without credentials', async () => {
    const { app, adminToken, clientToken } = product;
    for (const authorization of [adminToken, clientToken]) equal((await app.with({ authorization }).get(path)).status, 200);
    equal((await app.with({}).get(path)).status, 401);
  });
});
