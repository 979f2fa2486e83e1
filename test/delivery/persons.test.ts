import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, principalHeader, roleIds } from '@signalbox/contracts';
import { sign } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, names, namesOn, openDeliveryApp } from './delivery-app.fixture.ts';

describe('users of the SDK API', () => {
  let world: DeliveryApp;
  before(async () => {
    world = await openDeliveryApp();
    for (const id of ['shop', 'secret']) {
      equal((await world.operator.post('/api/admin/projects', { id, name: id })).status, 201);
      await world.createFeature(`in-${id}`, id);
    }
    await world.switchOn('in-shop', 'development', 'shop');
    await world.app.users.hide('secret');
    await answerWhen(
      async () => world.application(await world.token()).get(features),
      (answer) => answer.status === 200 && namesOn(answer).length === 1,
    );
  });
  after(() => world.close());

  const as = async (principal: Principal) => world.application(null, { [principalHeader]: await sign(principal) });

  it('can read every feature that they may see', async () => {
    const admin = await as(world.app.users.admin);
    deepEqual(names(await admin.get(features)), ['in-secret', 'in-shop']);
    deepEqual(names(await admin.get(`${features}?project=shop`)), ['in-shop']);
    deepEqual([namesOn(await admin.get(features)), namesOn(await admin.get(`${features}?environment=development`))], [[], ['in-shop']]);
    equal((await admin.get(`${features}/in-secret`)).status, 200);
  });

  it('cannot read hidden projects until they get access', async () => {
    const user = world.app.users.someone();
    const viewer = await as(user);
    const { body } = await answerWhen(
      () => viewer.get(features),
      (answer) => names(answer).length === 1,
    );
    deepEqual(body.query.project, ['shop']);
    deepEqual(names(await viewer.get(`${features}?project=secret`)), ['in-shop']);
    equal((await viewer.get(`${features}/in-secret`)).status, 404);
    const [{ features: changed }] = (await viewer.get('/api/client/delta')).body.events;
    deepEqual(names({ status: 200, headers: {}, body: { features: changed } }), ['in-shop']);
    await world.app.users.grant(user, roleIds.member, 'secret');
    deepEqual(names(await (await as(user)).get(features)), ['in-secret', 'in-shop']);
  });

  it('cannot open streams, report usage or use the frontend API', async () => {
    const admin = await as(world.app.users.admin);
    const stream = await admin.get('/api/client/streaming', { headers: { accept: 'text/event-stream' } });
    const requested = [stream, await admin.get('/api/frontend'), await admin.post('/ofrep/v1/evaluate/flags', {})];
    deepEqual(
      requested.map(({ status }) => status),
      [401, 401, 401],
    );
    equal((await admin.post('/api/client/metrics', {})).status, 401);
  });

  it('are anonymous if identity did not sign their principal', async () => {
    for (const principal of ['x', 'a.b.c', '']) {
      equal((await world.application(null, { [principalHeader]: principal }).get(features)).status, 401);
    }
    const token = await sign({ ...world.app.users.adminToken, tokenType: 'client' });
    equal((await world.application(null, { [principalHeader]: token }).get(features)).status, 401);
  });
});
