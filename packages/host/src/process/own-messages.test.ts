import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { type OpenParts, service, surface } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { items, sampleService } from '../sample-service.fixture.ts';

describe('ownMessages', () => {
  const opened: OpenParts[] = [];
  const open = async (parts: OpenParts) => {
    opened.push(parts);
    return {};
  };
  let app: TestApp;
  before(async () => {
    const homeless = service({ surface: surface({ name: 'homeless', paths: [{ prefix: '/homeless' }] }), routes: [], open });
    app = await start([sampleService({ open }), homeless]);
  });
  after(() => app.close());

  it('returns committed messages in order, above a number', async () => {
    const [parts] = opened;
    ok(parts);
    deepEqual(await parts.ownMessages(0, 10), []);
    for (const name of ['a', 'b', 'c']) equal((await app.as(app.users.admin).post(items, { name })).status, 201);
    const messages = await parts.ownMessages(0, 100);
    deepEqual(
      messages.map(({ number }) => number),
      messages.map((_, index) => index + 1),
    );
    const named = messages.flatMap(({ body }) => (JSON.parse(body) as { subject?: string }).subject ?? []);
    deepEqual(named, ['a', 'b', 'c']);
    deepEqual(
      (await parts.ownMessages(1, 1)).map(({ number }) => number),
      [2],
    );
  });

  it('rejects for a service without a database', async () => {
    await rejects(async () => opened[1]?.ownMessages(0, 1), /homeless has no database/);
  });
});
