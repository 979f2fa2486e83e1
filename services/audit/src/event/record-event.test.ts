import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventKinds } from '@signalbox/contracts';
import { allStatementsDuring, eventually, type TestApp, start } from '@signalbox/testing';
import type { ChainedEvent } from '../tables/event.ts';
import { audit } from '../service.ts';
import { tablesOf } from '../tables/tables.ts';
import { Gap } from '../tables/source.ts';
import { Gaps, lookForGaps } from '../source/gaps.ts';
import { readHead } from '../log/event.ts';
import { readChain, verifyChain } from '../log/verify-chain.fixture.ts';
import { messageOf, publish, emittedEvent } from './emitted-event.fixture.ts';

describe('the log', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([audit]);
  });
  afterEach(() => app.close());

  const log = async () => {
    const events: ChainedEvent[] = [];
    for await (const event of readChain(app.store('audit').reader())) events.push(event);
    return events;
  };
  const gaps = async () => {
    const rows = await app
      .store('audit')
      .reader()
      .find(Gap, {}, { orderBy: { id: 'asc' } });
    return rows.map(({ source, expected, got }) => ({ source, expected, got }));
  };
  const firstBreak = async () => {
    const em = app.store('audit').reader();
    return verifyChain(readChain(em), await readHead(em));
  };

  it('appends events in bus order, numbered from 1 without gaps, in one chain', async () => {
    const messages = Array.from({ length: 250 }, (_, index) => emittedEvent(index + 1, { featureName: `feature-${index}` }));
    await publish(app, messages);
    const events = await log();
    deepEqual(
      events.map(({ id, messageId, sequence }) => [id, messageId, sequence]),
      messages.map(({ id }, index) => [index + 1, id, index + 1]),
    );
    equal(await firstBreak(), null);
    deepEqual(await gaps(), []);
    equal((await readHead(app.store('audit').reader())).shown, 250);
  });

  it('inserts the events of a batch together', async () => {
    const messages = Array.from({ length: 60 }, (_, index) => emittedEvent(index + 1));
    const ofLog = (sql: string) => /^insert into .event./i.test(sql);
    const inserts = await allStatementsDuring(app.store('audit'), () => publish(app, messages), ofLog);
    ok(inserts.length > 0 && inserts.length < 20, `${inserts.length} statements`);
    equal(await firstBreak(), null);
  });

  it('names the agent that acted for a person, finds its events, and covers it with the hash', async () => {
    const via = { agent: 'Code Pilot', client: 'signalbox mcp' };
    await publish(app, [emittedEvent(1), emittedEvent(2, { via }), emittedEvent(3, { via: { agent: 'Other', client: 'x' } })]);
    const admin = app.as(app.users.admin);
    const { body } = await admin.get('/api/admin/search/events?via=IS:Code Pilot');
    deepEqual([body.total, body.events[0].via, body.events[0].createdBy], [1, via, 'editor']);
    deepEqual((await admin.get('/api/admin/search/events?query=pilot')).body.total, 1);
    equal((await admin.get('/api/admin/events')).body.events.filter((event: object) => 'via' in event).length, 2);
    const replayed = (await admin.get('/api/admin/audit/events/replay')).body.events;
    deepEqual(
      replayed.map(({ data }: { data: { via?: object } }) => data.via),
      [undefined, via, { agent: 'Other', client: 'x' }],
    );
    equal(await firstBreak(), null);
    await app.store('audit').transaction((em) => tablesOf(em).updateTable('event').set({ agent: 'Nobody' }).where('id', '=', 2).execute());
    deepEqual(await firstBreak(), { id: 2, reason: 'changed' });
  });

  it('stores every field of an event', async () => {
    const data = { b: 1, a: { 'ключ 🚦': [null, true, 0.5] } };
    const special = {
      environment: 'production',
      correlationId: 'request-1',
      data,
      preData: { b: 0 },
      tags: [{ value: 'one', type: 'simple' }],
    };
    const message = emittedEvent(1, special);
    await publish(app, [message]);
    const [{ hash, previousHash, ...event } = { hash: '', previousHash: '' }] = await log();
    match(hash, /^[0-9a-f]{64}$/);
    equal(previousHash, '0'.repeat(64));
    deepEqual(event, {
      id: 1,
      createdAt: Date.parse('2026-03-01T08:30:00.123Z'),
      type: 'feature-created',
      createdBy: 'editor',
      createdByUserId: 12,
      project: 'default',
      environment: 'production',
      featureName: 'checkout',
      data: JSON.stringify(data),
      preData: '{"b":0}',
      tags: '[{"value":"one","type":"simple"}]',
      shown: true,
      source: '/signalbox/toggles',
      sequence: 1,
      revision: null,
      messageId: message.id,
      correlationId: 'request-1',
      agent: null,
      client: null,
      raw: null,
      payloadHash: null,
    });
  });

  it('keeps the original text of a message whose numbers would change when serialized again', async () => {
    const message = emittedEvent(1);
    const body = message.body.replace('"type":"release"', '"share":1.0');
    await publish(app, [{ ...message, body }]);
    const [event] = await log();
    equal(event?.raw, body);
    equal(event?.data, '{"name":"checkout","share":1}');
    equal(await firstBreak(), null);
  });

  it('stores a repeated message once, in one batch and across batches', async () => {
    const message = emittedEvent(1);
    await publish(app, [message, message]);
    await publish(app, [message, emittedEvent(2)]);
    deepEqual(
      (await log()).map(({ sequence }) => sequence),
      [1, 2],
    );
    deepEqual(await gaps(), []);
  });

  it('recognizes a repeated message even when it is no longer in the inbox', async () => {
    const message = emittedEvent(1);
    await publish(app, [message]);
    await app.store('audit').transaction((em) => em.getKysely<{ inbox: object }>().deleteFrom('inbox').execute());
    await publish(app, [message]);
    equal((await log()).length, 1);
    deepEqual(await gaps(), []);
  });

  it('records a gap in the positions of a source and continues after it', async () => {
    await publish(app, [emittedEvent(1), emittedEvent(4), emittedEvent(5)]);
    deepEqual(await gaps(), [{ source: '/signalbox/toggles', expected: 2, got: 4 }]);
    equal((await log()).length, 3);
  });

  it('tracks each source separately', async () => {
    const source = '/signalbox/identity';
    await publish(app, [emittedEvent(1), emittedEvent(1, { source }), emittedEvent(2), emittedEvent(2, { source })]);
    deepEqual(await gaps(), []);
  });

  it('records a gap when a source does not begin at 1', async () => {
    await publish(app, [emittedEvent(3)]);
    deepEqual(await gaps(), [{ source: '/signalbox/toggles', expected: 1, got: 3 }]);
  });

  it('stores and records an event at a position that is already taken', async () => {
    await publish(app, [emittedEvent(1), emittedEvent(2), emittedEvent(1), emittedEvent(3)]);
    deepEqual(await gaps(), [{ source: '/signalbox/toggles', expected: 3, got: 1 }]);
    equal((await log()).length, 4);
  });

  it('records once that a source was restored from a backup, stores its repeated positions, and continues after the highest', async () => {
    await publish(
      app,
      [1, 2, 3, 4, 5].map((sequence) => emittedEvent(sequence)),
    );
    await publish(
      app,
      [3, 4, 5, 6, 7].map((sequence) => emittedEvent(sequence)),
    );
    deepEqual(await gaps(), [{ source: '/signalbox/toggles', expected: 6, got: 3 }]);
    equal((await log()).length, 10);
    await publish(app, [emittedEvent(9)]);
    deepEqual((await gaps()).at(-1), { source: '/signalbox/toggles', expected: 8, got: 9 });
  });

  it('exposes the number of gaps as a metric, and logs each new gap once', async () => {
    const shown = async () => (await app.host.metrics.registry.getSingleMetric('signalbox_audit_gaps')?.get())?.values[0]?.value;
    const lines: unknown[] = [];
    const look = new Gaps({ log: (...line) => lines.push(line), report: () => undefined });
    const em = () => app.store('audit').reader();
    await look.look(em());
    deepEqual([lines, await shown()], [[], 0]);
    await publish(app, [emittedEvent(1), emittedEvent(4)]);
    for (let times = 0; times < 3; times += 1) await look.look(em());
    const sentence = 'the event log has a gap: an event is missing, late or duplicated';
    deepEqual(lines, [['error', sentence, { gaps: 1, source: '/signalbox/toggles', expected: 2, got: 4 }]]);
    await publish(app, [emittedEvent(9)]);
    await look.look(em());
    equal(lines.length, 2);
  });

  it('updates the metric of a running process with each gap', async () => {
    const looking = await start([{ ...audit, jobs: [{ ...lookForGaps, everyMs: 20 }] }], { jobs: true });
    const shown = async () => (await looking.host.metrics.registry.getSingleMetric('signalbox_audit_gaps')?.get())?.values[0]?.value;
    await publish(looking, [emittedEvent(1)]);
    equal(await shown(), 0);
    await publish(looking, [emittedEvent(4)]);
    await eventually(async () => equal(await shown(), 1));
    await publish(looking, [emittedEvent(5), emittedEvent(9)]);
    await eventually(async () => equal(await shown(), 2));
    await looking.store('audit').transaction((em) => em.nativeUpdate(Gap, {}, { resolvedAt: new Date() }));
    await eventually(async () => equal(await shown(), 0));
    await looking.close();
  });

  it('stores unreadable messages as received, in the chain but in no list', async () => {
    const noEvent = messageOf('{"specversion":"1.0"}');
    const noJson = messageOf('\u0000 no "JSON" 🚂');
    await publish(app, [emittedEvent(1), noEvent, noJson, emittedEvent(2)]);
    const unreadable = (await log()).filter(({ type }) => type === 'unreadable');
    deepEqual(
      unreadable.map(({ messageId, raw, shown }) => ({ messageId, raw, shown })),
      [noEvent, noJson].map(({ id, body }) => ({ messageId: id, raw: body, shown: false })),
    );
    match(unreadable[1]?.data ?? '', /not JSON/);
    equal(await firstBreak(), null);
    const { body } = await app.as(app.users.admin).get('/api/admin/events');
    equal(body.totalEvents, 2);
    equal(body.events.length, 2);
  });

  for (const [what, special] of Object.entries({
    'a name that is too long': { project: 'p'.repeat(300) },
    'a number that is too large': { createdByUserId: 1e300 },
  })) {
    it(`stores an event with ${what} as unreadable, and reports no gap at the next one`, async () => {
      const message = emittedEvent(1, special);
      await publish(app, [message, emittedEvent(2)]);
      const [unreadable, next] = await log();
      deepEqual([unreadable?.type, unreadable?.raw, next?.sequence], ['unreadable', message.body, 2]);
      deepEqual(await gaps(), []);
    });
  }

  it('hashes a lone surrogate in the form that databases store', async () => {
    await publish(app, [emittedEvent(1, { createdBy: 'half \ud83d', data: { half: '\ud83d' } })]);
    equal((await log())[0]?.createdBy, 'half \ufffd');
    equal(await firstBreak(), null);
  });

  it('lists only the event types of the specification', async () => {
    const kinds = ['feature-created', 'something-internal', 'api-token-created'];
    await publish(
      app,
      kinds.map((type, index) => emittedEvent(index + 1, { type, id: randomUUID() })),
    );
    deepEqual(
      (await log()).map(({ type, shown }) => [type, shown]),
      kinds.map((type) => [type, eventKinds.includes(type)]),
    );
    const { body } = await app.as(app.users.admin).get('/api/admin/events?project=default');
    deepEqual(
      body.events.map(({ type }: { type: string }) => type),
      ['api-token-created', 'feature-created'],
    );
  });
});
