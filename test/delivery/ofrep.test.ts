import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

const path = '/ofrep/v1/evaluate/flags';
const json = { 'content-type': 'application/json' };

function assertFailure({ status, body }: Answer, required: { status: number; name: string; key: string; errorCode: string }): void {
  const { name, key, errorCode, errorDetails, id, message } = body;
  deepEqual({ status, name, key, errorCode }, required);
  equal(errorDetails, message);
  equal(typeof id, 'string');
}

describe('OFREP', () => {
  let world: DeliveryApp;
  let token: string;
  before(async () => {
    world = await openDeliveryApp();
    for (const name of ['off', 'everyone', 'gold', 'half', 'text', 'number', 'object', 'split', 'odd', 'later', 'quiet', 'cases'])
      await world.createFeature(name);
    await world.addContextField('plan');
    await world.addContextField('targetingKey');
    const only = (contextName: string, ...values: string[]) => ({ constraints: [{ contextName, operator: 'IN', values }] });
    const half = { weight: 500, weightType: 'variable', stickiness: 'default' };
    const carrying = (type: string, value: string) => ({
      name: 'default',
      ...only('userId', '7'),
      variants: [{ ...half, weight: 1000, name: 'carrier', payload: { type, value } }],
    });
    await world.addStrategy('gold', { name: 'default', ...only('plan', 'gold') });
    await world.addStrategy('half', { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'half' } });
    await world.addStrategy('text', carrying('string', 'hello'));
    await world.addStrategy('number', carrying('number', '1.5'));
    await world.addStrategy('object', carrying('json', '{"a":[1]}'));
    await world.defineStrategy('shiny-and-unknown');
    await world.addStrategy('odd', { name: 'shiny-and-unknown' });
    const variants = ['a', 'b'].map((name) => ({ ...half, name }));
    await world.addStrategy('split', { name: 'default', variants });
    await world.addStrategy('cases', carrying('string', 'for 7'));
    await world.addStrategy('cases', { ...carrying('string', 'for others'), constraints: [] });
    await world.addStrategy('quiet', carrying('string', 'hello'));
    for (const name of ['everyone', 'gold', 'half', 'text', 'number', 'object', 'split', 'odd', 'cases']) await world.switchOn(name);
    token = await world.token({ type: 'frontend', projects: ['default'] });
    await answerWhen(
      () => world.application(token).post(`${path}/odd`, {}),
      ({ status, body }) => status === 200 && body.reason !== 'DISABLED',
    );
  });
  after(() => world.close());
  const evaluate = (key: string, context: Record<string, unknown>) => world.application(token).post(`${path}/${key}`, { context });
  const metadata = { project: 'default', environment: 'development', toggleType: 'release' };

  for (const [key, context, resolution] of [
    ['off', {}, { value: false, reason: 'DISABLED' }],
    ['quiet', { targetingKey: '7' }, { value: false, reason: 'DISABLED' }],
    ['everyone', {}, { value: true, reason: 'STATIC' }],
    ['gold', { plan: 'gold' }, { value: true, reason: 'TARGETING_MATCH' }],
    ['gold', { plan: 'tin' }, { value: false, reason: 'DEFAULT' }],
    ['half', { targetingKey: 'on' }, { value: true, reason: 'SPLIT' }],
    ['text', { targetingKey: '7' }, { value: 'hello', reason: 'TARGETING_MATCH', variant: 'carrier' }],
    ['text', { targetingKey: '8' }, { value: false, reason: 'DEFAULT' }],
    ['cases', { targetingKey: '7' }, { value: 'for 7', reason: 'TARGETING_MATCH', variant: 'carrier' }],
    ['cases', { targetingKey: '8' }, { value: 'for others', reason: 'DEFAULT', variant: 'carrier' }],
    ['number', { userId: 7, targetingKey: 'x' }, { value: 1.5, reason: 'TARGETING_MATCH', variant: 'carrier' }],
    ['object', { targetingKey: '7' }, { value: { a: [1] }, reason: 'TARGETING_MATCH', variant: 'carrier' }],
    ['odd', {}, { value: false, reason: 'UNKNOWN' }],
  ] as const) {
    it(`resolves ${key} for ${JSON.stringify(context)}`, async () => {
      const given = 'targetingKey' in context && context.targetingKey === 'on' ? { targetingKey: '39' } : context;
      const { status, headers, body: answered } = await evaluate(key, given);
      const { eventStreams, ...body } = answered;
      equal(status, 200);
      equal(headers['cache-control'], 'private, no-cache');
      match(eventStreams[0].endpoint.requestUri, /^\/ofrep\/v1\/events\?ticket=/);
      equal(headers['content-type'], 'application/json; charset=utf-8');
      if (key === 'half') equal(typeof body.value, 'boolean');
      deepEqual(body, { key, ...resolution, ...(key === 'half' ? { value: body.value } : {}), metadata });
    });
  }

  it('answers a client that pins a revision from the same features, until they are gone', async () => {
    await world.createFeature('pinned');
    await answerWhen(
      () => evaluate('pinned', {}),
      ({ status }) => status === 200,
    );
    const pinnedTo = (revision: string) => ({ headers: { 'if-revision': revision } });
    const { headers } = await evaluate('pinned', {});
    const revision = String(headers['x-revision']);
    await world.switchOn('pinned');
    await answerWhen(
      () => evaluate('pinned', {}),
      ({ body }) => body.value === true,
    );
    const pinned = await world.application(token).post(`${path}/pinned`, {}, pinnedTo(revision));
    deepEqual([pinned.status, pinned.body.value, pinned.headers['x-revision']], [200, false, revision]);
    const all = await world.application(token).post(path, {}, pinnedTo(revision));
    equal(all.body.flags.find(({ key }: { readonly key: string }) => key === 'pinned').value, false);
    const gone = await world.application(token).post(path, {}, pinnedTo('1'));
    deepEqual([gone.status, gone.body.name], [412, 'PreconditionFailedError']);
    const wrong = await world.application(token).post(path, {}, pinnedTo('now'));
    deepEqual([wrong.status, wrong.body.message], [400, 'If-Revision must be the number in X-Revision.']);
    equal((await world.operator.delete('/api/admin/projects/default/features/pinned')).status, 202);
    await answerWhen(
      () => evaluate('pinned', {}),
      ({ status }) => status === 404,
    );
  });

  it('splits users by variants, with the same variant for the same user', async () => {
    const seen = new Set<string>();
    for (let user = 0; user < 30; user += 1) {
      const [first, second] = [await evaluate('split', { targetingKey: `${user}` }), await evaluate('split', { userId: `${user}` })];
      deepEqual(first.body, second.body);
      deepEqual([first.body.value, first.body.reason], [true, 'SPLIT']);
      seen.add(first.body.variant);
    }
    deepEqual([...seen].sort(), ['a', 'b']);
  });

  it('evaluates all features of the scope at once, sorted by name', async () => {
    const { status, headers, body } = await world.application(token).post(path, { context: { targetingKey: '7' } });
    equal(status, 200);
    equal(headers['access-control-allow-origin'], '*');
    deepEqual(
      body.flags.map(({ key }: { key: string }) => key),
      ['cases', 'everyone', 'gold', 'half', 'later', 'number', 'object', 'odd', 'off', 'quiet', 'split', 'text'],
    );
    for (const flag of body.flags) equal('value' in flag, true, flag.key);
    deepEqual(body.flags[1], { key: 'everyone', value: true, reason: 'STATIC', metadata });
    deepEqual((await world.application(token).post(`${path}/`, { context: { targetingKey: '7' } })).body, body);
  });

  it('returns 304 until a feature or the context changes (check 28)', async () => {
    const ask = (context: object, tag?: string) =>
      world.application(token).post(path, { context }, { headers: tag === undefined ? {} : { 'if-none-match': tag } });
    const first = await ask({ targetingKey: '7', plan: 'gold' });
    const etag = String(first.headers['etag']);
    const again = await ask({ plan: 'gold', targetingKey: '7' }, etag);
    deepEqual([again.status, again.body, again.headers['etag']], [304, '', etag]);
    equal((await ask({ targetingKey: '8', plan: 'gold' }, etag)).status, 200);
    await world.switchOn('later');
    const answer = await answerWhen(
      () => ask({ targetingKey: '7', plan: 'gold' }, etag),
      ({ status }) => status === 200,
    );
    notEqual(answer.headers['etag'], etag);
  });

  it('accepts client and frontend tokens in every format', async () => {
    const client = await world.token({ projects: ['default'] });
    const forms = [
      { authorization: token },
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${client}` },
      { 'x-api-key': token },
    ];
    for (const headers of forms) equal((await world.application(null, headers).post(`${path}/everyone`, {})).status, 200);
  });

  it('returns a key and a code in every error: FLAG_NOT_FOUND, PARSE_ERROR and others (check 28)', async () => {
    const application = world.application(token);
    const unknown = { status: 404, name: 'NotFoundError', errorCode: 'FLAG_NOT_FOUND' };
    assertFailure(await application.post(`${path}/nothing`, {}), { ...unknown, key: 'nothing' });
    assertFailure(await application.post(`${path}/a%20b`, {}), { ...unknown, key: 'a b' });
    const malformed = { status: 400, name: 'ValidationError', errorCode: 'PARSE_ERROR' };
    assertFailure(await application.post(`${path}/gold`, undefined, { raw: '{', headers: json }), { ...malformed, key: 'gold' });
    assertFailure(await application.post(path, undefined, { raw: '{"context":', headers: json }), { ...malformed, key: '' });
    assertFailure(await application.post(`${path}/%`, {}), { ...malformed, name: 'BadRequestError', key: '' });
    const invalid = { status: 400, name: 'ValidationError', errorCode: 'INVALID_CONTEXT' };
    for (const body of [{ context: 'x' }, { context: [] }, { context: { targetingKey: {} } }, 'text', 7])
      assertFailure(await application.post(`${path}/gold`, body), { ...invalid, key: 'gold' });
    const anonymous = { status: 401, name: 'AuthenticationRequired', errorCode: 'GENERAL' };
    assertFailure(await world.application(null).post(`${path}/gold`, {}), { ...anonymous, key: 'gold' });
    assertFailure(await world.application('nonsense').post(path, {}), { ...anonymous, key: '' });
    assertFailure(await application.get(path), { status: 404, name: 'NotFoundError', errorCode: 'GENERAL', key: '' });
    assertFailure(await application.post('/ofrep/v1/configuration', {}), {
      status: 404,
      name: 'NotFoundError',
      errorCode: 'GENERAL',
      key: '',
    });
    const type = await application.post(path, {}, { headers: { 'content-type': 'text/plain' } });
    assertFailure(type, { status: 415, name: 'ContentTypeError', errorCode: 'GENERAL', key: '' });
    const long = { context: { long: 'x'.repeat(10_000_000) } };
    assertFailure(await application.post(`${path}/gold`, long), {
      status: 413,
      name: 'ContentTooLarge',
      errorCode: 'GENERAL',
      key: 'gold',
    });
  });

  it('accepts nested contexts, and a request without a body', async () => {
    const context = {
      targetingKey: '7',
      plan: 'gold',
      cart: { items: [1, { a: null }] },
      list: [],
      nothing: null,
      properties: { x: true },
    };
    equal((await evaluate('gold', context)).body.value, true);
    for (const options of [{}, { raw: '{}', headers: json }, { raw: '{"context":null}', headers: json }])
      equal((await world.application(token).post(`${path}/everyone`, undefined, options)).body.value, true);
  });

  it('is limited to the scope of the token', async () => {
    const production = world.application(await world.token({ type: 'frontend', environment: 'production' }));
    equal((await production.post(`${path}/everyone`, { context: { environment: 'development' } })).body.reason, 'DISABLED');
    const other = world.application(await world.token({ type: 'frontend', projects: ['other'] }));
    equal((await other.post(`${path}/everyone`, {})).status, 404);
    deepEqual((await other.post(path, {})).body.flags, []);
    const admin = world.application(await world.token({ type: 'admin', projects: ['*'], environment: '*' }));
    equal((await admin.post(`${path}/everyone`, { context: { environment: 'development' } })).body.value, true);
    equal('eventStreams' in (await admin.post(path, { context: { environment: 'development' } })).body, false);
    const moon = await admin.post(`${path}/everyone`, { context: { environment: 'moon' } });
    deepEqual([moon.status, moon.body.reason, moon.body.value], [200, 'DISABLED', false]);
    for (const context of [{}, { environment: '' }])
      equal((await admin.post(`${path}/everyone`, { context })).body.metadata.environment, 'default');
  });
});

describe('the OpenFeature manifest', () => {
  let world: DeliveryApp;
  let token: string;
  before(async () => {
    world = await openDeliveryApp();
    for (const [name, description] of [
      ['b', 'What b does'],
      ['a', null],
    ])
      equal((await world.operator.post('/api/admin/projects/default/features', { name, description })).status, 201);
    token = await world.token({ projects: ['default'] });
  });
  after(() => world.close());
  const ask = (headers: Record<string, string>) => world.application(null, headers).get('/openfeature/v0/manifest');

  it('lists the features of the scope, as boolean if they have no code default', async () => {
    const { headers, body } = await answerWhen(
      () => ask({ authorization: `Bearer ${token}` }),
      (answer) => answer.status === 200 && answer.body.flags.length === 2,
    );
    deepEqual(body, {
      flags: [
        { key: 'a', name: 'a', type: 'boolean', defaultValue: false },
        { key: 'b', name: 'b', type: 'boolean', description: 'What b does', defaultValue: false },
      ],
    });
    equal(headers['x-manifest-capabilities'], 'read');
    equal((await ask({ authorization: token, 'if-none-match': String(headers['etag']) })).status, 304);
  });

  it('takes the default value and the type from the code default', async () => {
    const path = '/api/admin/projects/default/features/a';
    const types = { boolean: true, string: 'blue', integer: 3, float: 0.5, object: { color: 'blue' } };
    for (const [type, codeDefault] of Object.entries(types)) {
      equal((await world.operator.put(path, { codeDefault })).status, 200);
      const expected = { key: 'a', name: 'a', type, defaultValue: codeDefault };
      await answerWhen(
        () => ask({ authorization: `Bearer ${token}` }),
        ({ body }) => isDeepStrictEqual(body.flags[0], expected),
      );
    }
    equal((await world.operator.put(path, { codeDefault: null })).status, 200);
  });

  it('rejects a missing token with both error formats', async () => {
    const { status, body } = await ask({});
    deepEqual([status, body.name, body.error.status], [401, 'AuthenticationRequired', 401]);
    match(body.error.message, /token/);
  });
});
