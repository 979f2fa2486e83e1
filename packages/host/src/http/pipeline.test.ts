import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { Failure, type Principal, principalHeader } from '@signalbox/contracts';
import { empty, Reply, route, parse, setting, surface } from '@signalbox/kit';
import { type Answer, type TestApp, start, sign } from '@signalbox/testing';
import { Type } from 'typebox';
import { items, sampleService } from '../sample-service.fixture.ts';

const declaration = { method: 'get', summary: 'For tests', permission: 'authenticated', failures: [] } as const;
const routes = [
  route({ ...declaration, path: '/api/admin/lie', answers: { 200: Type.Object({ count: Type.Integer() }) } }, (() => ({
    count: 'a secret text',
  })) as never),
  route({ ...declaration, path: '/api/admin/bug', answers: { 200: empty } }, () => {
    throw new Error('a secret text at line 7');
  }),
  route(
    {
      ...declaration,
      path: '/api/admin/headers',
      answers: { 200: empty, 202: Type.Object({}) },
      headers: { Location: 'Somewhere.', 'Set-Cookie': 'Two of them.' },
    },
    () => new Reply({}, { status: 202, headers: { location: '/there', 'set-cookie': ['a=1', 'b=2'] } }),
  ),
  route(
    { ...declaration, path: '/api/admin/undeclared-header', answers: { 200: empty } },
    () => new Reply(undefined, { headers: { etag: '"7"' } }),
  ),
  route({ ...declaration, path: '/api/admin/undeclared-refusal', answers: { 200: empty } }, () => {
    throw new Failure('NameExistsError', 'There is one.');
  }),
  route({ ...declaration, path: '/api/admin/hidden/:projectId', answers: { 200: empty } }, () => undefined),
  route(
    { ...declaration, path: '/api/admin/open', permission: 'public', answers: { 200: Type.Object({ who: Type.String() }) } },
    (_input, { actor }) => ({
      who: actor.name,
    }),
  ),
  route({ ...declaration, path: '/api/client/thing', permission: 'CLIENT', answers: { 200: empty } }, () => undefined),
  route(
    {
      ...declaration,
      method: 'post',
      path: '/api/admin/hidden/:projectId',
      body: Type.Object({ amount: Type.Integer() }),
      answers: { 200: empty },
      events: { none: 'for tests' },
    },
    async () => undefined,
  ),
  route(
    {
      ...declaration,
      method: 'post',
      path: '/api/admin/echo',
      body: Type.Object({
        text: Type.Optional(Type.String({ maxLength: 200_000 })),
        flag: Type.Optional(Type.Boolean()),
        number: Type.Optional(Type.Integer()),
        kind: Type.Optional(Type.Enum(['one', 'two'])),
        list: Type.Optional(Type.Array(Type.Integer())),
        closed: Type.Optional(Type.Object({}, { additionalProperties: false })),
      }),
      answers: { 200: Type.Unknown() },
      events: { none: 'for tests' },
    },
    async ({ body }) => body,
  ),
];

const echoLimitBytes = setting('ECHO_LIMIT_BYTES', '1024', parse.integer(1024, 1_000_000), 'Largest body of an echo.');
const limitedSurface = surface({
  name: 'sample',
  paths: [{ prefix: '/api/admin/echo', bodyLimitBytes: echoLimitBytes }],
  settings: [echoLimitBytes],
});

describe('the order of checks', () => {
  let app: TestApp;
  before(async () => {
    app = await start([{ ...sampleService({}, routes), surface: limitedSurface }], { settings: { ECHO_LIMIT_BYTES: '50000' } });
    await app.users.hide('den');
    await maintain(false);
  });
  after(() => app.close());

  const malformed = { raw: '{"name":', headers: { 'content-type': 'application/json' } };
  const text = { raw: 'name: x', headers: { 'content-type': 'text/plain' } };
  const post = (who: Principal | null, path: string, options: { raw: string; headers: Record<string, string> }) =>
    app.as(who).post(path, undefined, options);
  const outcome = ({ status, body }: Answer) => `${status} ${body.name}`;

  /** Changes the mode. The services receive it with the next version of the access state. */
  async function maintain(isOn: boolean): Promise<void> {
    app.users.maintenance = isOn;
    await app.users.know('default');
  }

  describe('in maintenance', () => {
    before(() => maintain(true));
    after(() => maintain(false));

    it('authenticates the caller before reading the body', async () => {
      equal(outcome(await post(null, items, malformed)), '401 AuthenticationRequired');
      const answer = await app.as(null).post(items, { name: 'x'.repeat(200_000) });
      equal(outcome(answer), '401 AuthenticationRequired');
    });

    it('refuses anonymous callers before reporting maintenance', async () => {
      equal(outcome(await post(null, items, text)), '401 AuthenticationRequired');
    });

    it('reports maintenance before checking permissions', async () => {
      const answer = await post(app.users.viewer, items, text);
      equal(outcome(answer), '503 MaintenanceModeError');
      equal(answer.headers['retry-after'], '60');
    });

    it('allows reads', async () => {
      equal((await app.as(app.users.viewer).get(items)).status, 200);
    });
  });

  it('checks permissions before hiding a project', async () => {
    const answer = await post(app.users.viewer, items.replace('default', 'den'), text);
    equal(outcome(answer), '403 NoAccessError');
    deepEqual(answer.body.permissions, ['CREATE_FEATURE']);
    match(answer.body.message, /CREATE_FEATURE in project den/);
  });

  it('hides a project before checking the content type', async () => {
    equal(outcome(await post(app.users.viewer, '/api/admin/hidden/den', text)), '404 NotFoundError');
    equal(outcome(await app.as(app.users.viewer).get('/api/admin/hidden/den')), '404 NotFoundError');
    equal((await app.as(app.users.editor).get('/api/admin/hidden/den')).status, 200);
    for (const user of [app.users.viewer, app.users.editor, app.users.admin])
      equal(outcome(await app.as(user).get('/api/admin/hidden/den%20')), '404 NotFoundError');
  });

  it('checks the content type before validating the body', async () => {
    equal(outcome(await post(app.users.editor, items, text)), '415 ContentTypeError');
    for (const charset of ['utf-7', 'utf-16le', 'latin1', '"utf-32"']) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      equal(outcome(await post(app.users.editor, items, { raw: '{}', headers })), '415 ContentTypeError');
    }
    equal(outcome(await post(app.users.editor, items, { ...text, raw: '' })), '415 ContentTypeError');
  });

  it('validates the body last', async () => {
    const answer = await app.as(app.users.editor).post(items, { amount: 'many' });
    equal(outcome(answer), '400 ValidationError');
    match(answer.body.message, /^name is required \(and 1 more, see details\)$/);
    deepEqual(
      answer.body.details.map(({ path }: { path: string }) => path),
      ['name', 'amount'],
    );
  });
});

describe('responses of the pipeline', () => {
  let app: TestApp;
  before(async () => {
    app = await start([{ ...sampleService({}, routes), surface: limitedSurface }], { settings: { ECHO_LIMIT_BYTES: '50000' } });
  });
  after(() => app.close());

  it('contain errors as id, name, message and details, without internals', async () => {
    for (const answer of [
      await app.as(null).get(items),
      await app.as(app.users.viewer).post(items, {}),
      await app.as(app.users.viewer).get('/api/admin/nothing'),
      await app.as(app.users.viewer).get('/api/admin/bug'),
    ]) {
      const { id, name, message, details } = answer.body;
      deepEqual([typeof id, typeof name, typeof message, Array.isArray(details)], ['string', 'string', 'string', true]);
      match(answer.headers['content-type'] as string, /^application\/json/);
      doesNotMatch(JSON.stringify(answer.body), /stack|node_modules|\.ts|secret/);
    }
  });

  it('are 404 for undeclared paths', async () => {
    for (const path of ['/api/admin/nothing', '/', '/api/admin/Echo', '//']) {
      const { status, body } = await app.as(app.users.admin).get(path);
      deepEqual([status, body.name], [404, 'NotFoundError'], path);
    }
    equal((await app.as(app.users.admin).put('/api/admin/echo', {})).status, 404);
  });

  it('are 400 for a path that cannot be decoded', async () => {
    const { status, body } = await app.as(app.users.admin).get('/api/admin/hidden/%ZZ');
    deepEqual([status, body.name], [400, 'BadRequestError']);
  });

  it('are 500 without details if the route does not declare them', async () => {
    const { status, body } = await app.as(app.users.admin).get('/api/admin/lie');
    deepEqual([status, body.name], [500, 'InternalError']);
    doesNotMatch(JSON.stringify(body), /secret/);
  });

  for (const [what, path] of [
    ['headers', 'undeclared-header'],
    ['refusals', 'undeclared-refusal'],
  ] as const) {
    it(`are 500 for ${what} that the route does not declare`, async () => {
      const { status, body } = await app.as(app.users.admin).get(`/api/admin/${path}`);
      deepEqual([status, body.name], [500, 'InternalError']);
    });
  }

  it('contain the status and headers from the handler', async () => {
    const { status, body, headers } = await app.as(app.users.admin).get('/api/admin/headers');
    deepEqual([status, body, headers['location'], headers['set-cookie']], [202, {}, '/there', ['a=1', 'b=2']]);
  });

  it('are public if the route is', async () => {
    equal((await app.as(null).get('/api/admin/open')).body.who, 'anonymous');
    equal((await app.as(app.users.editor).get('/api/admin/open')).body.who, 'editor');
  });

  it('have no body for HEAD, but the headers of GET', async () => {
    const head = await fetch(`${app.url}/api/admin/open`, { method: 'HEAD' });
    const get = await fetch(`${app.url}/api/admin/open`);
    equal(head.status, 200);
    equal(head.headers.get('content-length'), String((await get.text()).length));
    equal(await head.text(), '');
  });

  it('are ordinary errors for OPTIONS, which the gateway handles', async () => {
    const answer = await fetch(`${app.url}${items}`, { method: 'OPTIONS' });
    deepEqual([answer.status, ((await answer.json()) as { name: string }).name], [404, 'NotFoundError']);
  });

  it('are 403 for client and frontend tokens on admin routes, and for users on client routes', async () => {
    const frontend: Principal = { ...app.users.clientToken, tokenType: 'frontend' };
    for (const token of [app.users.clientToken, frontend]) {
      equal((await app.as(token).get(items)).status, 403);
      equal((await app.as(token).post(items, { name: 'x' })).status, 403);
    }
    equal((await app.as(app.users.clientToken).get('/api/client/thing')).status, 200);
    equal((await app.as(frontend).get('/api/client/thing')).status, 403);
    equal((await app.as(app.users.editor).get('/api/client/thing')).status, 403);
    equal((await app.as(app.users.adminToken).post(items, { name: 'by-token' })).status, 201);
  });
});

describe('input of a route', () => {
  let app: TestApp;
  before(async () => {
    app = await start([{ ...sampleService({}, routes), surface: limitedSurface }], { settings: { ECHO_LIMIT_BYTES: '50000' } });
  });
  after(() => app.close());

  const echo = (body: unknown) => app.as(app.users.viewer).post('/api/admin/echo', body);

  it('is coerced if that is lossless', async () => {
    deepEqual((await echo({ flag: 'true', number: '12', text: 7 })).body, { flag: true, number: 12, text: '7' });
    deepEqual((await echo({ flag: 'false', number: '7' })).body, { flag: false, number: 7 });
    const refused = await echo({ flag: 'false', number: null });
    deepEqual([refused.status, refused.body.message], [400, 'number must be an integer; got null']);
  });

  it('is refused with each property that cannot be coerced', async () => {
    for (const [body, path] of [
      [{ flag: 'yes' }, 'flag'],
      [{ number: '1.5' }, 'number'],
      [{ kind: 'three' }, 'kind'],
      [{ list: 5 }, 'list'],
      [{ list: [1, 'x'] }, 'list/1'],
      [{ closed: { other: 1 } }, 'closed'],
    ] as const) {
      const { status, body: refusal } = await echo(body);
      equal(status, 400, path);
      match(refusal.message, new RegExp(`^${path} `));
      equal(refusal.details[0].path, path);
    }
  });

  it('reaches the handler without properties that its schema does not declare', async () => {
    deepEqual((await echo({ surprise: [1] })).body, {});
  });

  for (const raw of ['5', '"text"', 'null', '[]']) {
    it(`is refused when the body is ${raw}`, async () => {
      const answer = await app
        .as(app.users.viewer)
        .post('/api/admin/echo', undefined, { raw, headers: { 'content-type': 'application/json' } });
      deepEqual([answer.status, answer.body.name], [400, 'ValidationError']);
    });
  }

  it('is an empty object when the body is empty', async () => {
    const answer = await app.as(app.users.viewer).post(items, undefined, { raw: '', headers: { 'content-type': 'application/json' } });
    equal(answer.status, 403);
    const empty = await app.as(app.users.editor).post(items, undefined, { raw: '', headers: { 'content-type': 'application/json' } });
    deepEqual([empty.status, empty.body.details[0].path], [400, 'name']);
  });

  it('is read from the query as numbers and lists', async () => {
    const { body } = await app.as(app.users.viewer).get(`${items}?least=3&names=only`);
    deepEqual(body.query, { least: 3, names: ['only'] });
    const several = await app.as(app.users.viewer).get(`${items}?names=one&names=two`);
    deepEqual(several.body.query, { names: ['one', 'two'] });
    equal((await app.as(app.users.viewer).get(`${items}?least=some`)).status, 400);
  });

  it('is read from the query in both spellings of a list', async () => {
    for (const query of ['names[]=one&names[]=two', 'names=one&names[]=two', 'names%5B%5D=one&names%5B%5D=two']) {
      deepEqual((await app.as(app.users.viewer).get(`${items}?${query}`)).body.query, { names: ['one', 'two'] });
    }
    deepEqual((await app.as(app.users.viewer).get(`${items}?names[]=only`)).body.query, { names: ['only'] });
  });

  it('contains no undeclared query parameter; admin GET routes without a declaration accept none', async () => {
    const refusal = async (path: string) => {
      const { status, body } = await app.as(app.users.viewer).get(path);
      return [status, body.name, body.details?.[0].path, body.message];
    };
    const unknown = (name: string, known: string) => [
      400,
      'ValidationError',
      name,
      `${name} is not a parameter of this route; allowed parameters: ${known}`,
    ];
    for (const name of ['least[]', 'name', '_', '__proto__']) deepEqual(await refusal(`${items}?${name}=1`), unknown(name, 'least, names'));
    deepEqual(await refusal('/api/admin/hidden/default?archived=true'), unknown('archived', 'none'));
    equal((await app.as(null).get('/api/admin/open?utm=1')).status, 200);
  });

  it('is limited to the size that the route declares, also for chunked bodies', async () => {
    equal((await echo({ text: 'x'.repeat(49_000) })).status, 200);
    equal((await echo({ text: 'x'.repeat(50_000) })).status, 413);
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.from('"'.padEnd(60_000, 'x')));
        controller.close();
      },
    });
    const answer = await fetch(`${app.url}/api/admin/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [principalHeader]: await sign(app.users.viewer) },
      body: chunks,
      duplex: 'half',
    });
    equal(answer.status, 413);
  });

  it('is refused unless it is UTF-8, in the body and in the query', async () => {
    const principal = await sign(app.users.viewer);
    const sent = (content: Buffer, type: string) =>
      fetch(`${app.url}/api/admin/echo`, {
        method: 'POST',
        headers: { 'content-type': type, [principalHeader]: principal },
        body: content,
      });
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const answer = await sent(Buffer.from('{"name":"a\xff"}', 'latin1'), type);
      deepEqual([answer.status, ((await answer.json()) as { message: string }).message], [400, 'The body is not valid UTF-8.']);
    }
    for (const path of [`${items}?names=%ff`, '/api/admin/hidden/default?%ff=1'])
      equal((await app.as(app.users.editor).get(path)).body.name, 'ValidationError');
    equal((await app.as(null).get('/api/admin/open?%ff=1')).status, 200);
    deepEqual((await app.as(app.users.editor).get(`${items}?names=100%&names=%C3%A9`)).body.query.names, ['100%', 'é']);
  });

  it('is refused in an unsupported charset or encoding', async () => {
    const { status, body } = await app
      .as(app.users.viewer)
      .post('/api/admin/echo', undefined, { raw: '{}', headers: { 'content-type': 'application/json; charset=klingon' } });
    deepEqual([status, body.name], [415, 'ContentTypeError']);
  });
});

describe('a write through the pipeline', () => {
  let app: TestApp;
  before(async () => {
    app = await start([
      sampleService({}, [
        route(
          {
            ...declaration,
            method: 'post',
            path: '/api/admin/if-match',
            answers: { 200: Type.Object({ ifMatch: Type.Union([Type.String(), Type.Null()]) }) },
            events: { none: 'for tests' },
          },
          async (_input, { ifMatch }) => ({ ifMatch }),
        ),
      ]),
    ]);
  });
  after(() => app.close());

  it('passes the header If-Match to the handler', async () => {
    const call = (headers: Record<string, string>) => app.as(app.users.viewer).post('/api/admin/if-match', undefined, { headers });
    equal((await call({ 'if-match': '"7"' })).body.ifMatch, '"7"');
    equal((await call({})).body.ifMatch, null);
  });

  it('turns a violated unique index into the declared 409, and publishes nothing', async () => {
    const editor = app.as(app.users.editor);
    const events = await app.eventsOf('sample', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => editor.post(items, { name: 'once' })));
      deepEqual(
        answers.map(({ status }) => status).sort((one, other) => one - other),
        [201, ...Array.from({ length: 7 }, () => 409)],
      );
      equal(answers.find(({ status }) => status === 409)?.body.name, 'NameExistsError');
    });
    equal(events.length, 1);
  });

  it('returns no revision if evaluation is unaffected', async () => {
    const { headers } = await app.as(app.users.editor).post(items, { name: 'unseen' });
    equal(headers['x-revision'], undefined);
  });
});
