import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { audit } from '../service.ts';
import { publish, emittedEvent } from './emitted-event.fixture.ts';

const search = '/api/admin/search/events';

describe('the event search with operators', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await app.users.hide('secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'elsewhere');
    await publish(app, [
      emittedEvent(1, { featureName: 'checkout', environment: 'development', correlationId: 'request-1' }),
      emittedEvent(2, {
        featureName: 'search',
        type: 'feature-archived',
        createdBy: 'Ada',
        createdByUserId: 7,
        correlationId: 'request-1',
      }),
      emittedEvent(3, { featureName: 'checkout', project: 'secret', createdBy: 'Eve', createdByUserId: 9 }),
      emittedEvent(4, { featureName: null, project: null, type: 'user-created', createdBy: 'Ada', createdByUserId: 7 }),
      emittedEvent(5, { featureName: 'check,out', createdAt: '2026-03-02T00:00:00.000Z' }),
      emittedEvent(6, { featureName: '<b>*loud*</b>', createdAt: '2026-03-02T23:59:59.999Z' }),
    ]);
  });
  after(() => app.close());

  const ask = (query: Record<string, string>, user = app.users.admin) =>
    app.as(user).get(`${search}?${new URLSearchParams(query).toString()}`);
  const found = async (query: Record<string, string>, user = app.users.admin): Promise<number[]> =>
    (await ask(query, user)).body.events.map(({ id }: { id: number }) => id);

  it('returns the newest fifty events and the number of matches', async () => {
    const { status, body } = await ask({});
    equal(status, 200);
    equal(body.total, 6);
    deepEqual(await found({}), [6, 5, 4, 3, 2, 1]);
    deepEqual(await found({ limit: '2', offset: '1' }), [5, 4]);
  });

  it('keeps commas in an IS value and splits an IS_ANY_OF value at commas', async () => {
    deepEqual(await found({ feature: 'IS:check,out' }), [5]);
    deepEqual(await found({ feature: 'IS_ANY_OF:checkout, search' }), [3, 2, 1]);
  });

  it('filters by type, project, environment, author, id, request, day and text, in any combination', async () => {
    deepEqual(await found({ type: 'IS:feature-archived' }), [2]);
    deepEqual(await found({ project: 'IS:secret' }), [3]);
    deepEqual(await found({ environment: 'IS:development' }), [1]);
    deepEqual(await found({ createdBy: 'IS_ANY_OF:7,9' }), [4, 3, 2]);
    deepEqual(await found({ id: 'IS_ANY_OF:1,4' }), [4, 1]);
    deepEqual(await found({ groupId: 'IS:request-1' }), [2, 1]);
    deepEqual(await found({ from: 'IS:2026-03-02', to: 'IS:2026-03-02' }), [6, 5]);
    deepEqual(await found({ to: 'IS:2026-03-01' }), [4, 3, 2, 1]);
    deepEqual(await found({ query: 'ADA', type: 'IS_ANY_OF:user-created,feature-created' }), [4]);
  });

  it('describes each event in words, and escapes Markdown in names', async () => {
    const { body } = await ask({ id: 'IS:2' });
    const [{ label, summary, groupId, groupType }] = body.events;
    deepEqual([label, groupId, groupType], ['Feature archived', 'request-1', 'transaction']);
    equal(summary, '**Ada**: Feature archived, feature **search**, project **default**');
    match((await ask({ id: 'IS:6' })).body.events[0].summary, /\*\*\\<b\\>\\\*loud\\\*\\<\/b\\>\*\*/);
  });

  it('hides hidden projects and the events of the instance from a viewer', async () => {
    deepEqual(await found({}, app.users.viewer), [6, 5, 2, 1]);
    deepEqual(await found({ project: 'IS:secret' }, app.users.viewer), []);
  });

  it('pages by id, and filters by moments within a day', async () => {
    const all = await found({});
    deepEqual(await found({ before: String(all[1]), limit: '2' }), all.slice(2, 4));
    deepEqual(await found({ before: '1' }), []);
    deepEqual(await found({ project: 'IS:default', before: '2' }), [1]);
    const { createdAt } = (await ask({ id: 'IS:1' })).body.events[0];
    ok((await found({ from: `IS:${createdAt}`, to: `IS:${createdAt}` })).includes(1));
    equal((await ask({ from: 'IS:2026-03-01T25:00Z' })).status, 400);
    equal((await ask({ before: '0' })).status, 400);
  });

  it('names unknown or invalid conditions with 400', async () => {
    const refused = [
      [{ type: 'IS:feature-flipped' }, /type/],
      [{ type: 'IS_NOT:user-created' }, /type/],
      [{ from: 'IS:2026-13-45' }, /from/],
      [{ from: 'IS:2026-02-30' }, /from/],
      [{ to: 'IS:2026-02-29T10:00Z' }, /to/],
      [{ from: 'IS:2026-03-01T25:00Z' }, /"path":"from"/],
      [{ limit: '1001' }, /limit/],
      [{ offset: '-1' }, /offset/],
      [{ offset: '1e21' }, /offset/],
      [{ author: 'IS:7' }, /author/],
      [{ id: `IS_ANY_OF:${Array.from({ length: 101 }, (_, id) => id).join(',')}` }, /id must have at most 100 values; got 101/],
    ] as const;
    for (const [query, problem] of refused) {
      const { status, body } = await ask(query);
      deepEqual([query, status], [query, 400]);
      match(`${body.message} ${JSON.stringify(body.details)}`, problem);
    }
  });

  it('refuses an anonymous caller', async () => {
    equal((await app.as(null).get(search)).status, 401);
  });
});

describe('the list of event creators', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await app.users.hide('secret');
    await app.users.grant(app.users.viewer, roleIds.member, 'elsewhere');
    await publish(app, [
      emittedEvent(1, { createdBy: 'Zoë', createdByUserId: 3 }),
      emittedEvent(2, { createdBy: 'Ada', createdByUserId: 7 }),
      emittedEvent(3, { createdBy: 'Ada', createdByUserId: 7 }),
      emittedEvent(4, { project: 'secret', createdBy: 'Eve', createdByUserId: 9 }),
      emittedEvent(5, { project: null, createdBy: 'signalbox', createdByUserId: null }),
      emittedEvent(6, { type: 'something-internal', createdBy: 'inner', id: randomUUID() }),
    ]);
  });
  after(() => app.close());

  const creators = async (user = app.users.admin) => (await app.as(user).get('/api/admin/event-creators')).body;

  it('has each author once, by name', async () => {
    deepEqual(await creators(), [
      { id: 7, name: 'Ada' },
      { id: 9, name: 'Eve' },
      { id: 3, name: 'Zoë' },
      { id: null, name: 'signalbox' },
    ]);
  });

  it('has authors without an id, whose events are found by name', async () => {
    const found = async (createdBy: string) => {
      const { status, body } = await app.as(app.users.admin).get(`/api/admin/search/events?createdBy=${createdBy}`);
      equal(status, 200);
      return new Set(body.events.map((event: { createdBy: string }) => event.createdBy));
    };
    deepEqual(await found('IS:signalbox'), new Set(['signalbox']));
    deepEqual(await found('IS_ANY_OF:signalbox,7'), new Set(['signalbox', 'Ada']));
    deepEqual(await found('IS:Ada'), new Set());
  });

  it('has only the authors of events that a viewer can see', async () => {
    deepEqual(await creators(app.users.viewer), [
      { id: 7, name: 'Ada' },
      { id: 3, name: 'Zoë' },
    ]);
  });

  it('is empty while the log is empty, and refuses an anonymous caller', async () => {
    const fresh = await start([audit]);
    deepEqual((await fresh.as(fresh.users.viewer).get('/api/admin/event-creators')).body, []);
    equal((await fresh.as(null).get('/api/admin/event-creators')).status, 401);
    await fresh.close();
  });
});
