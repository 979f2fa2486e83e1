import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, names, namesOn, openDeliveryApp } from './delivery-app.fixture.ts';

describe('GET /api/client/features', () => {
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
    everything = await world.token();
    await answerWhen(
      () => world.application(everything).get(features),
      (answer) => answer.status === 200 && namesOn(answer).length === 3,
    );
  });
  after(() => world.close());

  it('returns each feature in the format of SDKs, with parameters as strings (check 25)', async () => {
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
    it(`returns ${seen.join(', ') || 'nothing'} to a token for ${projects.join(', ') || 'no project'}`, async () => {
      const token = await world.token({ projects: [...projects] });
      deepEqual(names(await world.application(token).get(`${features}?project=default`)), projects[0] === '*' ? ['menu'] : seen);
      deepEqual(names(await world.application(token).get(features)), seen);
    });
  }

  it("uses the token's environment, or the one that an admin token requests", async () => {
    const production = await world.token({ environment: 'production' });
    deepEqual(namesOn(await world.application(production).get(`${features}?environment=development`)), []);
    const admin = world.application(await world.token({ type: 'admin', projects: ['*'], environment: '*' }));
    deepEqual(namesOn(await admin.get(`${features}?environment=development&project=bank`)), ['vault']);
    deepEqual(namesOn(await admin.get(features)), []);
  });

  it('omits disabled strategies and archived features (check 25)', async () => {
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

  it('returns 304 to clients with the current state, for every form of If-None-Match (check 24)', async () => {
    const { headers } = await world.application(everything).get(features);
    const etag = String(headers['etag']);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await world.application(everything, { 'if-none-match': tag }).get(features);
      deepEqual([answer.status, answer.headers['etag'], answer.body], [304, etag, '']);
    }
    equal((await world.application(everything, { 'if-none-match': '"other"' }).get(features)).status, 200);
  });

  it('keeps returning 304 while other scopes change, and sends a new ETag when its scope changes (check 24)', async () => {
    const shop = world.application(await world.token({ projects: ['shop'] }));
    const etag = String((await shop.get(features)).headers['etag']);
    const again = () => shop.get(features, { headers: { 'if-none-match': etag } });
    await world.createFeature('loan', 'bank');
    await world.switchOn('cart', 'production', 'shop');
    const production = world.application(await world.token({ environment: 'production' }));
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

  it('compresses on request, with Content-Encoding', async () => {
    const plain = await raw(world.url, everything, {});
    const zipped = await raw(world.url, everything, { 'accept-encoding': 'gzip' });
    equal(zipped.headers['content-encoding'], 'gzip');
    equal(plain.headers['content-encoding'], undefined);
    deepEqual(gunzipSync(zipped.body), plain.body);
    const packed = await raw(world.url, everything, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    equal(packed.headers['content-encoding'], 'gzip');
  });

  it('answers HEAD like GET, without a body', async () => {
    const headers = { authorization: everything, 'accept-encoding': 'identity' };
    const [head, full] = [await fetch(world.url + features, { method: 'HEAD', headers }), await fetch(world.url + features, { headers })];
    equal(head.status, 200);
    equal(head.headers.get('content-length'), full.headers.get('content-length'));
    equal(await head.text(), '');
    notEqual(await full.text(), '');
  });

  it('returns segments separately to SDKs that support them, and otherwise puts their constraints into the strategies (check 24)', async () => {
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

  it('rejects an invalid version of the client specification', async () => {
    const { status, body } = await world.application(everything, { 'unleash-client-spec': 'newest' }).get(features);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'Unleash-Client-Spec']);
  });

  it('returns the features with any of the requested tags', async () => {
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

  it('rejects an invalid tag', async () => {
    for (const tag of ['hot', ':hot', 'simple:']) {
      const { status, body } = await world.application(everything).get(`${features}?tag=${tag}`);
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'tag']);
    }
  });

  it('returns one feature, or 404 outside the scope', async () => {
    const shop = world.application(await world.token({ projects: ['shop'] }));
    const { status, body } = await shop.get(`${features}/cart`);
    deepEqual([status, body.name, body.enabled, 'version' in body], [200, 'cart', true, false]);
    for (const name of ['vault', 'nothing', 'a%20b']) {
      const answer = await shop.get(`${features}/${name}`);
      deepEqual([answer.status, answer.body.name], [404, 'NotFoundError']);
    }
    equal((await shop.get(`${features}/%`)).status, 400);
  });

  it('rejects missing and unknown tokens with 401, each with a new id', async () => {
    const answers = [await world.application(null).get(features), await world.application('default:development.unknown').get(features)];
    for (const { status, body } of answers) {
      deepEqual([status, body.name], [401, 'AuthenticationRequired']);
      match(body.message, /client token/);
    }
    notEqual(answers[0]?.body.id, answers[1]?.body.id);
  });

  it('rejects a frontend token with 403', async () => {
    const token = await world.app.users.token({ type: 'frontend' });
    const { status, body } = await world.application(token).get(features);
    deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['CLIENT']]);
  });

  it('rejects an expired or deleted token', async () => {
    const revoked = await world.token();
    const shortLived = await world.token({ expiresAt: Date.now() + 500 });
    await world.app.users.revoke(revoked);
    equal((await world.application(revoked).get(features)).status, 401);
    await eventually(async () => equal((await world.application(shortLived).get(features)).status, 401));
  });

  it('returns 404 for other methods', async () => {
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
