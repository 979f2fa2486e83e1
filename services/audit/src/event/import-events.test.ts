import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { readEvent } from '../log/event.ts';
import { Gap } from '../tables/source.ts';
import { audit } from '../service.ts';
import { readChangesBehind, reportedChange } from '../stream/change.ts';
import { emittedEvent, publish } from './emitted-event.fixture.ts';

const path = '/api/admin/migration/events';
const createdAt = '2020-02-03T04:05:06.789Z';

describe('importing events', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([audit]);
    await publish(app, [emittedEvent(1, { featureName: 'checkout' })]);
  });
  afterEach(() => app.close());

  const old = (id: number, special: object = {}) => ({
    id,
    type: 'feature-created',
    createdAt,
    createdBy: 'ann',
    project: 'default',
    ...special,
  });
  /** Found events, newest first, without their texts for readers. */
  const search = async (query: string) => {
    const { events } = (await app.as(app.users.admin).get(`/api/admin/search/events?${query}`)).body;
    return events.map(({ label: _label, summary: _summary, ...event }: Record<string, unknown>) => event);
  };
  /** Imports events, and waits for the event about them. */
  const send = async (events: readonly object[], source = 'unleash') => {
    const earlier = (await search('type=IS:events-imported')).length;
    const answer = await app.as(app.users.admin).post(path, { source, events });
    if (answer.body.imported > 0) await eventually(async () => equal((await search('type=IS:events-imported')).length, earlier + 1));
    return answer;
  };
  const verify = async () => (await app.as(app.users.admin).get('/api/admin/audit/verify')).body;

  it('appends them to the chain with their authors, times and ids', async () => {
    const tags = [{ type: 'simple', value: 'shop' }];
    const complete = old(7, {
      createdByUserId: 12,
      environment: 'production',
      featureName: 'cart',
      data: { name: 'cart' },
      preData: { a: [1] },
      tags,
    });
    const { status, body } = await send([complete, old(9, { type: 'release-plan-added', data: null })]);
    deepEqual([status, body], [200, { imported: 2, skipped: 0, last: 9 }]);
    const [, second, first] = await search('limit=3');
    deepEqual(first, { ...complete, id: 2, groupId: null, groupType: null, imported: { source: 'unleash', id: 7 } });
    deepEqual([second.id, second.type, second.imported], [3, 'release-plan-added', { source: 'unleash', id: 9 }]);
    const listed = (await app.as(app.users.admin).get('/api/admin/events?project=default')).body.events;
    deepEqual(listed.slice(0, 2), [second, first]);
    deepEqual((await app.as(app.users.admin).get('/api/admin/events/cart')).body.events, [first]);
    equal((await app.as(app.users.admin).get('/api/admin/audit/events/2')).body.imported.id, 7);
    equal((await search('id=IS:1'))[0].imported, undefined);
  });

  it('leaves the log verifiable, and records who imported them and when', async () => {
    const begun = Date.now();
    await send([old(7), old(8)]);
    await publish(app, [emittedEvent(2)]);
    const { verified, to, events } = await verify();
    deepEqual([verified, to, events], [true, 5, 5]);
    const em = app.store('audit').reader();
    const { importedAt, ...author } = JSON.parse((await readEvent(em, 2))?.raw ?? '{}');
    deepEqual(author, { importedBy: app.users.admin.name, importedByUserId: app.users.admin.id });
    ok(begun <= Date.parse(importedAt) && Date.parse(importedAt) <= Date.now(), importedAt);
    equal(await em.count(Gap), 0);
  });

  it('skips events up to the last imported one of the same source', async () => {
    await send([old(7), old(8)]);
    deepEqual((await send([old(5), old(8), old(9)])).body, { imported: 1, skipped: 2, last: 9 });
    deepEqual((await send([])).body, { imported: 0, skipped: 0, last: 9 });
    deepEqual((await send([old(1)], 'other')).body, { imported: 1, skipped: 0, last: 1 });
    deepEqual((await send([], 'third')).body, { imported: 0, skipped: 0, last: 0 });
    equal((await search('limit=50')).length, 8);
  });

  it('emits one event with the importer, the source and the number', async () => {
    await send([old(7), old(9)]);
    await send([old(9)]);
    const [found, ...others] = await search('type=IS:events-imported');
    deepEqual(
      [found.createdBy, found.createdByUserId, found.data, others],
      [app.users.admin.name, app.users.admin.id, { source: 'unleash', count: 2, first: 7, last: 9 }, []],
    );
  });

  it('names the source in CSV exports', async () => {
    await send([old(7)]);
    const csv = String((await app.as(app.users.admin).get('/api/admin/audit/events/export?format=csv')).body);
    const rows = csv.trimEnd().split('\n').slice(1, 3);
    deepEqual(
      rows.map((row) => row.split(',').at(-2)),
      ['""', '"unleash"'],
    );
  });

  it('refuses the name of this product as a source', async () => {
    for (const source of ['signalbox', 'Signalbox', ' signalbox ', 'signalbox:2', 'SIGNALBOX']) {
      const { status, body } = await send([old(7)], source);
      equal(status, 400, source);
      match(JSON.stringify(body), /source/);
    }
    equal((await send([old(7)], 'signalboxes')).status, 200);
  });

  it('neither replays nor streams them, unlike the event about them', async () => {
    await send([old(7), old(8)]);
    const replayed = (await app.as(app.users.admin).get('/api/admin/audit/events/replay')).body;
    deepEqual([replayed.events.length, replayed.next, replayed.isEnd], [2, 4, true]);
    const changes = (await readChangesBehind(app.store('audit').reader(), 0, 10)).map(reportedChange);
    deepEqual(
      changes.map(({ change }) => change?.type ?? null),
      ['feature-created', null, null, 'events-imported'],
    );
  });

  it('refuses unordered and malformed events, and appends none of them', async () => {
    for (const [events, message] of [
      [[old(8), old(7)], /ascending order of id; 7 is not/],
      [[old(8), old(8)], /ascending order of id; 8 is not/],
      [[old(0)], /id/],
      [[old(7, { createdAt: 'yesterday' })], /createdAt/],
      [[old(7, { type: 'x'.repeat(256) })], /type/],
      [[old(7, { data: [1] })], /data/],
      [Array.from({ length: 501 }, (_, index) => old(index + 1)), /500/],
    ] as const) {
      const { status, body } = await send(events);
      equal(status, 400);
      match(JSON.stringify(body), message);
    }
    equal((await send([], 'Not a name')).status, 400);
    equal((await search('limit=50')).length, 1);
  });

  it('refuses a viewer with 403 and an anonymous caller with 401', async () => {
    equal((await app.as(app.users.viewer).post(path, { source: 'unleash', events: [] })).status, 403);
    equal((await app.as(null).post(path, { source: 'unleash', events: [] })).status, 401);
  });
});
