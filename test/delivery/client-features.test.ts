import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, names, namesOn, openDeliveryApp } from './delivery-app.fixture.ts';

describe('client features', () => {
  let world: DeliveryApp;
  let everything: string;
  before(async () => {
    world = await openDeliveryApp();
    equal((await world.operator.post('/api/admin/projects', { id: 'shop', name: 'Shop' })).status, 201);
    equal((await world.operator.post('/api/admin/projects', { id: 'bank', name: 'Bank' })).status, 201);
    for (const [name, project] of [
      ['cart', 'shop'],
      ['menu', 'default'],
      ['vault', 'bank'],
    ] as const) {
      await world.createFeature(name, project);
      await world.switchOn(name, 'development', project);
    }
    everything = world.token();
    await answerWhen(
      () => world.application(everything).get(features),
      (answer) => answer.status === 200 && namesOn(answer).length === 3,
    );
  });
  after(() => world.close());

  it('shows each feature as programs expect it, parameters as strings (check 25)', async () => {
    const { status, headers, body } = await world.application(everything).get(`${features}?namePrefix=cart`);
    equal(status, 200);
    equal(headers['content-type'], 'application/json; charset=utf-8');
    equal(headers['vary'], 'Accept-Encoding, Authorization, Cookie, Unleash-Client-Spec');
    equal(headers['x-signalbox-stale'], undefined);
    equal(headers['etag'], body.meta.etag);
    equal(body.meta.etag, `"${body.meta.queryHash}:${body.meta.revisionId}"`);
    const [{ strategies, ...cart }] = body.features;
    deepEqual(cart, {
      name: 'cart',
      type: 'release',
      enabled: true,
      project: 'shop',
      stale: false,
      variants: [],
      description: null,
      impressionData: false,
    });
    deepEqual(strategies, [
      {
        name: 'flexibleRollout',
        constraints: [],
        parameters: { rollout: '100', stickiness: 'default', groupId: 'cart' },
        variants: [],
      },
    ]);
    deepEqual(
      { ...body, features: [], meta: {} },
      {
        version: 2,
        features: [],
        query: { namePrefix: 'cart', environment: 'development', inlineSegmentConstraints: true },
        meta: {},
      },
    );
  });

  for (const [projects, seen] of [
    [['shop'], ['cart']],
    [
      ['shop', 'bank'],
      ['cart', 'vault'],
    ],
    [['*'], ['cart', 'menu', 'vault']],
    [[], []],
  ] as const) {
    it(`shows ${seen.join(', ') || 'nothing'} to a token for ${projects.join(', ') || 'no project'}`, async () => {
      const token = world.token({ projects: [...projects] });
      deepEqual(names(await world.application(token).get(`${features}?project=default`)), projects[0] === '*' ? ['menu'] : seen);
      deepEqual(names(await world.application(token).get(features)), seen);
    });
  }

  it("answers for the token's environment, and for the one that an admin token asks for", async () => {
    const production = world.token({ environment: 'production' });
    deepEqual(namesOn(await world.application(production).get(`${features}?environment=development`)), []);
    const admin = world.application(world.token({ type: 'admin', projects: ['*'], environment: '*' }));
    deepEqual(namesOn(await admin.get(`${features}?environment=development&project=bank`)), ['vault']);
    deepEqual(namesOn(await admin.get(features)), []);
  });

  it('leaves out disabled strategies and archived features (check 25)', async () => {
    await world.createFeature('fading');
    const inDevelopment = '/api/admin/projects/default/features/fading/environments/development';
    for (const disabled of [true, false]) {
      const strategy = { name: 'default', disabled, parameters: { is: String(disabled) } };
      equal((await world.operator.post(`${inDevelopment}/strategies`, strategy)).status, 200);
    }
    await world.switchOn('fading');
    const ask = () => world.application(everything).get(`${features}?namePrefix=fading`);
    const { body } = await answerWhen(ask, (answer) => namesOn(answer).length === 1);
    deepEqual(
      body.features[0].strategies.map(({ parameters }: { parameters: object }) => parameters),
      [{ is: 'false' }],
    );
    equal((await world.operator.delete('/api/admin/projects/default/features/fading')).status, 202);
    await answerWhen(ask, (answer) => names(answer).length === 0);
  });

  it('answers 304 to whoever has the current state, in every form of If-None-Match (check 24)', async () => {
    const { headers } = await world.application(everything).get(features);
    const etag = String(headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await world.application(everything, { 'if-none-match': tag }).get(features);
      deepEqual([answer.status, answer.headers['etag'], answer.body], [304, etag, '']);
    }
    equal((await world.application(everything, { 'if-none-match': '"other"' }).get(features)).status, 200);
  });

  it('keeps the 304 while others change, and gives a new ETag when the scope changes (check 24)', async () => {
    const shop = world.application(world.token({ projects: ['shop'] }));
    const etag = String((await shop.get(features)).headers['etag']);
    const again = () => shop.get(features, { headers: { 'if-none-match': etag } });
    await world.createFeature('loan', 'bank');
    await world.switchOn('cart', 'production', 'shop');
    const production = world.application(world.token({ environment: 'production' }));
    await answerWhen(
      () => production.get(features),
      (answer) => namesOn(answer).includes('cart') && names(answer).includes('loan'),
    );
    equal((await again()).status, 304);
    await world.createFeature('basket', 'shop');
    const answer = await answerWhen(again, ({ status }) => status === 200);
    deepEqual(names(answer), ['basket', 'cart']);
    notEqual(answer.headers['etag'], etag);
  });

  it('compresses as asked, and says so', async () => {
    const plain = await raw(world.url, everything, {});
    const zipped = await raw(world.url, everything, { 'accept-encoding': 'gzip' });
    equal(zipped.headers['content-encoding'], 'gzip');
    equal(plain.headers['content-encoding'], undefined);
    deepEqual(gunzipSync(zipped.body), plain.body);
    const packed = await raw(world.url, everything, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    equal(packed.headers['content-encoding'], 'gzip');
  });

  it('answers HEAD like GET, without the body', async () => {
    const headers = { authorization: everything, 'accept-encoding': 'identity' };
    const [head, full] = [await fetch(world.url + features, { method: 'HEAD', headers }), await fetch(world.url + features, { headers })];
    equal(head.status, 200);
    equal(head.headers.get('content-length'), full.headers.get('content-length'));
    equal(await head.text(), '');
    notEqual(await full.text(), '');
  });

  it('lists segments apart for programs that know them, and puts their constraints into the strategies for others (check 24)', async () => {
    const constraint = { contextName: 'userId', operator: 'IN', values: ['7'], caseInsensitive: false, inverted: false };
    const segment = await world.operator.post('/api/admin/segments', { name: 'gold', constraints: [constraint] });
    equal(segment.status, 201, segment.body.message);
    const { id } = segment.body;
    await world.createFeature('segmented');
    await world.addStrategy('segmented', { name: 'default', segments: [id] });
    const ask = (headers: Record<string, string>) => world.application(everything, headers).get(`${features}?namePrefix=segmented`);
    const apart = await answerWhen(
      () => ask({ 'unleash-client-spec': '5.1.0' }),
      ({ body }) => body.features[0]?.strategies.length === 1,
    );
    const { constraints, segments } = apart.body.features[0].strategies[0];
    deepEqual([constraints, segments, apart.body.query.inlineSegmentConstraints], [[], [id], false]);
    deepEqual(apart.body.segments, [{ id, name: 'gold', constraints: [constraint] }]);
    for (const headers of [{}, { 'unleash-client-spec': '4.1.9' }]) {
      const { body } = await ask(headers);
      const [inlined] = body.features[0].strategies;
      deepEqual([inlined.constraints, 'segments' in inlined, 'segments' in body], [[constraint], false, false]);
      equal(body.query.inlineSegmentConstraints, true);
    }
  });

  it('refuses a version of the client specification that is none', async () => {
    const { status, body } = await world.application(everything, { 'unleash-client-spec': 'newest' }).get(features);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'Unleash-Client-Spec']);
  });

  it('shows the features that have one of the tags asked for', async () => {
    const tag = (name: string, value: string) => world.operator.post(`/api/admin/features/${name}/tags`, { type: 'simple', value });
    const ask = (query: string) => world.application(everything).get(`${features}?${query}`);
    const before = await ask('tag=simple:hot');
    deepEqual([before.status, names(before), before.body.query.tag], [200, [], [['simple', 'hot']]]);
    const etag = String(before.headers['etag']);
    for (const [name, value] of [
      ['cart', 'hot'],
      ['vault', 'cold:er'],
    ] as const) {
      const { status, headers } = await tag(name, value);
      equal(status, 201);
      match(String(headers['x-revision']), /\d/);
    }
    const both = () => ask('tag[]=simple:hot&tag[]=simple:cold:er');
    deepEqual(names(await answerWhen(both, ({ body }) => body.features.length === 2)), ['cart', 'vault']);
    deepEqual(names(await ask('tag=simple:hot')), ['cart']);
    equal((await world.application(everything, { 'if-none-match': etag }).get(`${features}?tag=simple:hot`)).status, 200);
    equal((await world.operator.delete('/api/admin/tags/simple/hot')).status, 200);
    await answerWhen(
      () => ask('tag=simple:hot'),
      ({ body }) => body.features.length === 0,
    );
  });

  it('refuses a tag that is none', async () => {
    for (const tag of ['hot', ':hot', 'simple:']) {
      const { status, body } = await world.application(everything).get(`${features}?tag=${tag}`);
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'tag']);
    }
  });

  it('shows one feature, or says that there is none in this scope', async () => {
    const shop = world.application(world.token({ projects: ['shop'] }));
    const { status, body } = await shop.get(`${features}/cart`);
    deepEqual([status, body.name, body.enabled, 'version' in body], [200, 'cart', true, false]);
    for (const name of ['vault', 'nothing', 'a%20b']) {
      const answer = await shop.get(`${features}/${name}`);
      deepEqual([answer.status, answer.body.name], [404, 'NotFoundError']);
    }
    equal((await shop.get(`${features}/%`)).status, 400);
  });

  it('refuses nobody and unknown tokens with 401, with an id of its own each time', async () => {
    const answers = [await world.application(null).get(features), await world.application('default:development.unknown').get(features)];
    for (const { status, body } of answers) {
      deepEqual([status, body.name], [401, 'AuthenticationRequired']);
      match(body.message, /client token/);
    }
    notEqual(answers[0]?.body.id, answers[1]?.body.id);
  });

  it('refuses a frontend token with 403', async () => {
    const token = world.app.users.token({ type: 'frontend' });
    const { status, body } = await answerWhen(
      () => world.application(token).get(features),
      (answer) => answer.status !== 401,
    );
    deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['CLIENT']]);
  });

  it('refuses a token that has expired or was taken away', async () => {
    const revoked = world.token();
    const shortLived = world.token({ expiresAt: Date.now() + 500 });
    world.app.users.revoke(revoked);
    for (const token of [revoked, shortLived]) {
      await eventually(async () => equal((await world.application(token).get(features)).status, 401));
    }
  });

  it('leaves other methods to the 404 of the routes', async () => {
    const { status, body } = await world.application(everything).post(features, {});
    deepEqual([status, body.name], [404, 'NotFoundError']);
  });
});

function raw(url: string, authorization: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    get(url + features, { headers: { authorization, ...headers }, agent: false }, (response) => {
      response.toArray().then((chunks) => resolve({ headers: response.headers, body: Buffer.concat(chunks as Buffer[]) }), reject);
    }).on('error', reject);
  });
}
