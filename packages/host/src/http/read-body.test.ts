import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { principalHeader } from '@signalbox/contracts';
import { route, parse, setting, surface, empty } from '@signalbox/kit';
import { sign, start, type TestApp } from '@signalbox/testing';
import { Type } from 'typebox';
import { sampleService } from '../sample-service.fixture.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a body', () => {
  const bulkLimit = setting('SAMPLE_BULK_BYTES', '20000000', parse.integer(1, 100_000_000), 'For tests.');
  const bulk = route(
    {
      method: 'post',
      path: '/api/admin/bulk',
      summary: 'Take much',
      permission: 'ADMIN',
      body: Type.Unknown(),
      answers: { 204: empty },
      failures: [],
      events: { none: 'because it is a test' },
      transaction: { none: 'because it is a test' },
    },
    () => undefined,
  );
  const fileLimit = setting('SAMPLE_FILE_BYTES', '100', parse.integer(1, 100_000_000), 'For tests.');
  const file = route(
    {
      method: 'post',
      path: '/api/admin/file',
      summary: 'Return the length of a file',
      permission: 'ADMIN',
      body: Type.Integer(),
      bodyTypes: [],
      file: { types: ['text/plain'], read: async ({ chunks }) => Buffer.concat(await Array.fromAsync(chunks)).length },
      answers: { 200: Type.Integer() },
      failures: [],
      events: { none: 'because it is a test' },
      transaction: { none: 'because it is a test' },
    },
    ({ body }) => body,
  );
  let app: TestApp;
  before(async () => {
    const sample = sampleService({}, [bulk, file]);
    const paths = [
      { prefix: '/api/admin/bulk', bodyLimitBytes: bulkLimit },
      { prefix: '/api/admin/file', bodyLimitBytes: fileLimit },
    ];
    app = await start([{ ...sample, surface: surface({ ...sample.surface, paths, settings: [bulkLimit, fileLimit] }) }]);
  });
  after(() => app.close());

  const send = (as: Parameters<TestApp['as']>[0], raw: string | Buffer, headers: Record<string, string> = {}) =>
    app.as(as).post('/api/admin/bulk', undefined, { raw, headers });

  it('is not parsed before the caller is authorized', async () => {
    for (const [user, status] of [
      [null, 401],
      [app.users.viewer, 403],
    ] as const)
      equal((await send(user, '{ this is no JSON')).status, status);
    const { status, body } = await send(app.users.admin, '{ this is no JSON');
    deepEqual([status, body.name], [400, 'ValidationError']);
  });

  it('may not be nested deeper than 50 levels', async () => {
    const { status, body } = await send(app.users.admin, nested(60));
    equal(status, 400);
    match(body.message, /nested more than 50 levels deep/);
  });

  it('may not be compressed if it may be large', async () => {
    const { status, body } = await send(app.users.admin, gzipSync(nested(1000)), { 'content-encoding': 'gzip' });
    deepEqual([status, body.name], [415, 'ContentTypeError']);
  });

  it('may be a file, which is bounded with and without a declared length, and never compressed', async () => {
    const type = { 'content-type': 'text/plain' };
    const upload = async (raw: string | Buffer, headers: Record<string, string> = {}) => {
      const { status, body } = await app.as(app.users.admin).post('/api/admin/file', undefined, { raw, headers: { ...type, ...headers } });
      return status === 200 ? body : [status, body.name];
    };
    deepEqual(
      [await upload('x'.repeat(100)), await upload('x'.repeat(101)), await upload(gzipSync('x'), { 'content-encoding': 'gzip' })],
      [100, [413, 'ContentTooLarge'], [415, 'ContentTypeError']],
    );
    const sending = request(`${app.url}/api/admin/file`, {
      method: 'POST',
      headers: { ...type, [principalHeader]: await sign(app.users.admin) },
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    for (let part = 0; part < 3; part += 1) sending.write('x'.repeat(50));
    equal((await answered)[0].statusCode, 413);
    sending.destroy();
  });

  it('is neither awaited nor read before the caller is authorized', async () => {
    const bomb = gzipSync(nested(4_000_000));
    const viewer = await sign(app.users.viewer);
    for (const [headers, expected] of [
      [{}, 401],
      [{ [principalHeader]: viewer }, 403],
    ] as const) {
      const sending = request(`${app.url}/api/admin/bulk`, { method: 'POST', headers: { ...headers, 'content-encoding': 'gzip' } });
      const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
      // The body never ends, so only a response that does not depend on it can arrive.
      sending.on('error', () => undefined).write(bomb);
      equal((await answered)[0].statusCode, expected);
      sending.destroy();
    }
  });
});
