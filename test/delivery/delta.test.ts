import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, openDeliveryApp } from './delivery-app.fixture.ts';

const delta = '/api/client/delta';

describe('GET /api/client/delta', () => {
  let world: DeliveryApp;
  let token: string;
  before(async () => {
    world = await openDeliveryApp();
    for (const id of ['shop', 'bank']) equal((await world.operator.post('/api/admin/projects', { id, name: id })).status, 201);
    for (const name of ['cart', 'menu']) await world.createFeature(name, 'shop');
    await world.createFeature('vault', 'bank');
    token = await world.token({ projects: ['shop'] });
    await answerWhen(
      () => world.application(token).get(features),
      ({ body }) => body.features?.length === 2,
    );
  });
  after(() => world.close());

  const ask = (etag?: string, search = '') =>
    world.application(token, etag === undefined ? {} : { 'if-none-match': etag }).get(delta + search);
  const changed = (etag: string) =>
    answerWhen(
      () => ask(etag),
      ({ status }) => status === 200,
    );
  const etagNow = async () => String((await ask()).headers['etag']);

  it('returns everything first, with separate segments', async () => {
    const { status, headers, body } = await ask();
    equal(status, 200);
    const [{ eventId, type, features: sent, segments }, ...more] = body.events;
    equal(headers['etag'], `"${eventId}"`);
    equal(headers['vary'], 'Accept-Encoding, Authorization, Cookie');
    deepEqual([type, sent.map(({ name }: { name: string }) => name), segments, more], ['hydration', ['cart', 'menu'], [], []]);
    const { body: complete } = await world.application(token, { 'unleash-client-spec': '5.0.0' }).get(features);
    deepEqual(sent, complete.features);
  });

  it('returns 304 to clients with the current revision while other scopes change', async () => {
    const etag = await etagNow();
    const bank = world.application(await world.token({ projects: ['bank'] }));
    await world.switchOn('vault', 'development', 'bank');
    await answerWhen(
      () => bank.get(features),
      ({ body }) => body.features?.[0]?.enabled === true,
    );
    for (const tag of [etag, `W/${etag}`]) {
      const { status, headers, body } = await ask(tag);
      deepEqual([status, headers['etag'], body], [304, etag, '']);
    }
  });

  it('contains only the changed feature', async () => {
    const etag = await etagNow();
    await world.switchOn('cart', 'development', 'shop');
    const { headers, body } = await changed(etag);
    equal(body.events.length, 1);
    const [{ type, eventId, feature }] = body.events;
    deepEqual([type, feature.name, feature.enabled], ['feature-updated', 'cart', true]);
    equal(headers['etag'], `"${eventId}"`);
    ok(`"${eventId}"` !== etag);
  });

  it("names features that were archived or moved out of the token's projects", async () => {
    const etag = await etagNow();
    equal((await world.operator.post('/api/admin/projects/shop/features/menu/changeProject', { newProjectId: 'bank' })).status, 200);
    const { body } = await changed(etag);
    deepEqual(
      body.events.map(({ eventId: _eventId, ...event }: { eventId: number }) => event),
      [{ type: 'feature-removed', featureName: 'menu', project: 'shop' }],
    );
    const next = await etagNow();
    equal((await world.operator.post('/api/admin/projects/bank/features/menu/changeProject', { newProjectId: 'shop' })).status, 200);
    deepEqual(
      (await changed(next)).body.events.map(({ type }: { type: string }) => type),
      ['feature-updated'],
    );
  });

  it('sends a segment before the feature that uses it, and a changed segment alone', async () => {
    const segment = { name: 'gold', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] };
    const made = await world.operator.post('/api/admin/segments', segment);
    equal(made.status, 201, made.body.message);
    const { id } = made.body;
    const etag = await etagNow();
    const path = '/api/admin/projects/shop/features/cart/environments/development/strategies';
    equal((await world.operator.post(path, { name: 'default', segments: [id] })).status, 200);
    const first = await changed(etag);
    deepEqual(
      first.body.events.map(({ type }: { type: string }) => type),
      ['segment-updated', 'feature-updated'],
    );
    deepEqual(first.body.events[0].segment.id, id);
    const next = String(first.headers['etag']);
    const other = { ...segment, constraints: [{ contextName: 'userId', operator: 'IN', values: ['8'] }] };
    equal((await world.operator.put(`/api/admin/segments/${id}`, other)).status, 204);
    const second = await changed(next);
    deepEqual(
      second.body.events.map(({ type }: { type: string }) => type),
      ['segment-updated'],
    );
    deepEqual(second.body.events[0].segment.constraints[0].values, ['8']);
  });

  it('lists several segments by id, both in changes and at first', async () => {
    const ids: number[] = [];
    for (const name of ['silver', 'bronze']) {
      const { body } = await world.operator.post('/api/admin/segments', {
        name,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
      });
      ids.push(body.id);
    }
    const etag = await etagNow();
    const path = '/api/admin/projects/shop/features/menu/environments/development/strategies';
    for (const id of ids.toReversed()) equal((await world.operator.post(path, { name: 'default', segments: [id] })).status, 200);
    const idsIn = (segments: { id: number }[]) => segments.map(({ id }) => id).filter((id) => ids.includes(id));
    await eventually(async () => {
      const events = (await ask(etag)).body.events as { segment?: { id: number } }[];
      deepEqual(idsIn(events.flatMap(({ segment }) => segment ?? [])), ids);
    });
    deepEqual(idsIn((await ask()).body.events[0].segments), ids);
  });

  it('names an archived feature once, and nothing when it is deleted later', async () => {
    await world.createFeature('brief', 'shop');
    const created = await eventually(async () => {
      const { headers, body } = await ask();
      ok(body.events[0].features.some(({ name }: { name: string }) => name === 'brief'));
      return String(headers['etag']);
    });
    equal((await world.operator.delete('/api/admin/projects/shop/features/brief')).status, 202);
    const { headers, body } = await changed(created);
    const removed = [{ eventId: body.events[0].eventId, type: 'feature-removed', featureName: 'brief', project: 'shop' }];
    deepEqual(body.events, removed);
    equal((await world.operator.delete('/api/admin/archive/brief')).status, 200);
    await world.switchOn('vault', 'production', 'bank');
    const production = world.application(await world.token({ projects: ['bank'], environment: 'production' }));
    await answerWhen(
      () => production.get(features),
      (answer) => answer.body.features?.[0]?.enabled === true,
    );
    equal((await ask(String(headers['etag']))).status, 304);
    deepEqual((await ask(created)).body.events, removed);
  });

  it('returns 200 without features for an empty scope, whose revision is its own, and then its first feature', async () => {
    equal((await world.operator.post('/api/admin/projects', { id: 'bare', name: 'bare' })).status, 201);
    const application = world.application(await world.token({ projects: ['bare'] }));
    const { status, headers, body } = await answerWhen(
      () => application.get(delta),
      (answer) => answer.status === 200,
    );
    deepEqual([status, body.events.length], [200, 1]);
    const [{ eventId, ...hydration }] = body.events;
    deepEqual([headers['etag'], hydration], [`"${eventId}"`, { type: 'hydration', features: [], segments: [] }]);
    ok(`"${eventId}"` !== (await etagNow()));
    const ifNoneMatch = { headers: { 'if-none-match': String(headers['etag']) } };
    equal((await application.get(delta, ifNoneMatch)).status, 304);
    await world.createFeature('first', 'bare');
    const next = await answerWhen(
      () => application.get(delta, ifNoneMatch),
      (answer) => answer.status === 200,
    );
    deepEqual(
      next.body.events.map((event: { type: string; feature: { name: string } }) => [event.type, event.feature.name]),
      [['feature-updated', 'first']],
    );
  });

  it('returns everything for a revision that is no longer stored', async () => {
    for (const etag of ['"999999999"', '"nonsense"', '1, 2']) {
      const { status, body } = await ask(etag);
      deepEqual([status, body.events.length, body.events[0].type], [200, 1, 'hydration']);
    }
  });

  it('follows the query', async () => {
    const { body } = await ask(undefined, '?namePrefix=ca');
    deepEqual(
      body.events[0].features.map(({ name }: { name: string }) => name),
      ['cart'],
    );
  });

  it('rejects missing tokens and tokens of another type', async () => {
    equal((await world.application(null).get(delta)).status, 401);
    equal((await world.application(await world.token({ type: 'frontend' })).get(delta)).status, 403);
  });
});
