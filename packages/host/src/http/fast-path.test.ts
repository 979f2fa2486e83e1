import { deepEqual, equal, match } from 'node:assert/strict';
import { type Answer, type Client, start, type StartOptions, type TestApp } from '@signalbox/testing';
import { base, fastSample } from './fast-sample.fixture.ts';

const json = { 'content-type': 'application/json' };

const open = (options: StartOptions = {}) => start([fastSample], options);
const withToken = (app: TestApp, authorization: string): Client => app.with({ authorization });

function assertRefused({ status, body }: Answer, ...expected: [status: number, name: string, path?: string]): void {
  deepEqual([status, body.name, ...(expected.length > 2 ? [body.details[0].path] : [])], expected);
  match(body.id, /^[0-9a-f-]{36}$/);
}

describe('a fast route', () => {
  let app: TestApp;
  let client: Client;
  before(async () => {
    app = await open();
    client = withToken(app, 'client');
  });
  after(() => app.close());

  const pack = async (authorization: string, body?: object) => {
    const request = { method: 'POST', headers: { ...json, authorization }, body: body === undefined ? null : JSON.stringify(body) };
    const answer = await fetch(`${app.url}${base}/packed`, request);
    return [answer.status, answer.headers.get('content-encoding'), await answer.json()];
  };

  it("serves the service's state in memory, without a body for HEAD", async () => {
    const { status, headers, body } = await client.get(base);
    deepEqual(
      [status, headers['content-type'], headers['vary'], body],
      [200, 'application/json; charset=utf-8', 'Authorization', { items: ['pen', 'paper'] }],
    );
    const head = await fetch(app.url + base, { method: 'HEAD', headers: { authorization: 'client' } });
    deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '25', '']);
    equal((await client.get(`${base}/`)).status, 200);
  });

  it('returns 304 for a matching ETag, also a weak one or one of several', async () => {
    for (const tag of ['"2"', 'W/"2"', '"1", "2"', '*']) {
      const { status, headers, body } = await client.get(base, { headers: { 'if-none-match': tag } });
      deepEqual([status, headers['etag'], headers['vary'], body], [304, '"2"', 'Authorization', ''], tag);
    }
    equal((await client.get(base, { headers: { 'if-none-match': '"1"' } })).status, 200);
  });

  it('validates and coerces its query like any route', async () => {
    deepEqual((await client.get(`${base}?least=4`)).body, { items: ['paper'] });
    deepEqual((await client.get(`${base}?names=pen`)).body, { items: ['pen'] });
    assertRefused(await client.get(`${base}?least=many`), 400, 'ValidationError', 'least');
    assertRefused(await client.get(`${base}?least=1&least=2`), 400, 'ValidationError', 'least');
  });

  it('decodes and validates its parameter', async () => {
    deepEqual((await client.get(`${base}/a%2Fb`)).body.name, 'a/b');
    assertRefused(await client.get(`${base}/elevenletters`), 400, 'ValidationError', 'name');
    assertRefused(await client.get(`${base}/%`), 400, 'BadRequestError');
  });

  it('sees the client address that the gateway sent', async () => {
    equal((await client.get(`${base}/pen`)).body.from, '127.0.0.1');
    equal((await client.get(`${base}/pen`, { headers: { 'x-signalbox-client-address': '10.1.2.3' } })).body.from, '10.1.2.3');
  });

  it('reads and validates its body, and treats none as empty', async () => {
    deepEqual(await pack('client', { items: ['a'] }), [200, 'gzip', { items: ['a'] }]);
    deepEqual(await pack('client'), [200, 'gzip', { items: [] }]);
    assertRefused(await client.post(`${base}/packed`, { items: [{}] }), 400, 'ValidationError', 'items/0');
    assertRefused(await client.post(`${base}/packed`, undefined, { raw: '{', headers: json }), 400, 'ValidationError');
    assertRefused(await client.post(`${base}/packed`, {}, { headers: { 'content-type': 'text/plain' } }), 415, 'ContentTypeError');
    for (const charset of ['utf-7', 'utf-16le', 'latin1'])
      assertRefused(
        await client.post(`${base}/packed`, {}, { headers: { 'content-type': `application/json; charset=${charset}` } }),
        415,
        'ContentTypeError',
      );
    assertRefused(await client.post(`${base}/packed`, {}, { headers: { 'content-encoding': 'gzip' } }), 415, 'ContentTypeError');
    assertRefused(await client.post(`${base}/packed`, { items: ['x'.repeat(1000)] }), 413, 'ContentTooLarge');
  });

  it('refuses anonymous callers, tokens of another kind, and users unless it admits them', async () => {
    assertRefused(await app.with({}).get(base), 401, 'AuthenticationRequired');
    const refused = await withToken(app, 'frontend').get(base);
    assertRefused(refused, 403, 'NoAccessError');
    deepEqual(refused.body.permissions, ['CLIENT']);
    deepEqual((await app.as(app.users.viewer).get(base)).status, 200);
    assertRefused(await app.as(app.users.admin).post(`${base}/packed`, {}), 401, 'AuthenticationRequired');
    for (const name of ['client', 'frontend']) deepEqual(await pack(name, {}), [200, 'gzip', { items: [] }]);
    assertRefused(await app.as(app.users.clientToken).get(base), 401, 'AuthenticationRequired');
  });

  it('returns 500 if its handler throws an undeclared error or returns an undeclared response', async () => {
    for (const answer of [
      await client.get(`${base}/broken`),
      await client.get(`${base}/odd`),
      await client.post(`${base}/packed`, { items: ['odd'] }),
    ]) {
      assertRefused(answer, 500, 'InternalError');
      equal(JSON.stringify(answer.body).includes('secret'), false);
    }
  });

  it('may respond itself, with a stream', async () => {
    const { status, headers, body } = await client.get(`${base}/stream`);
    deepEqual([status, headers['content-type'], body], [200, 'text/event-stream', 'data: 1\n\n']);
  });

  it('leaves other paths and methods to ordinary routes', async () => {
    deepEqual((await client.post(`${base}/ordinary`)).body, 'OK');
    assertRefused(await client.post(base, {}), 404, 'NotFoundError');
    assertRefused(await client.get(`${base}/a/b`), 404, 'NotFoundError');
  });

  it('is measured like all others', async () => {
    const text = await app.host.metrics.registry.metrics();
    for (const [route, status] of [
      [base, 200],
      [base, 304],
      [`${base}/:name`, 500],
    ])
      match(
        text,
        new RegExp(`signalbox_request_seconds_count\\{service="sample",method="GET",route="${route}",status="${status}"\\} [1-9]`),
      );
  });
});

describe('pages of other origins', () => {
  const ask = async (app: TestApp, method: string, path: string, origin: string) => {
    const { status, headers } = await fetch(app.url + path, { method, headers: { origin, 'access-control-request-headers': 'x-a' } });
    return [status, headers.get('access-control-allow-origin')];
  };
  const [here, elsewhere] = ['https://here.example', 'https://elsewhere.example'];

  it('may read every response of cross-origin routes, fast or not, and of no other route', async () => {
    const app = await open();
    deepEqual(await ask(app, 'GET', `${base}/pen`, here), [200, '*']);
    deepEqual(await ask(app, 'GET', `${base}/broken`, here), [500, '*']);
    deepEqual(await ask(app, 'POST', `${base}/ordinary`, here), [200, '*']);
    deepEqual(await ask(app, 'OPTIONS', `${base}/ordinary`, here), [204, '*']);
    deepEqual(await ask(app, 'GET', base, here), [401, null]);
    deepEqual(await ask(app, 'OPTIONS', base, here), [404, null]);
    await app.close();
  });

  it('are limited to the origins of the settings, if any', async () => {
    const app = await open({ settings: { FRONTEND_ORIGINS: here } });
    for (const [method, status] of [
      ['GET', 200],
      ['OPTIONS', 204],
    ] as const) {
      deepEqual(await ask(app, method, `${base}/pen`, here), [status, here]);
      deepEqual(await ask(app, method, `${base}/pen`, elsewhere), [status, null]);
    }
    await app.close();
  });
});
