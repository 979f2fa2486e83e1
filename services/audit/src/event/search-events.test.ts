import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type StartOptions, type TestApp, start } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { audit } from '../service.ts';
import { tablesOf } from '../tables/tables.ts';
import { publish, emittedEvent } from './emitted-event.fixture.ts';

/** Appends copies of the first rows to the log. The copies do not form a chain. */
const rowsPerCopy = 2048;
const copyOfLog = (rows: number): string => {
  const copied = 'created_at, type, created_by, created_by_user_id, project, environment, feature_name, tags, shown, previous_hash, hash';
  return `insert into event (id, message_id, ${copied}) select id + ${rows}, cast(id + ${rows} as char), ${copied} from event
    where id <= ${Math.min(rows, rowsPerCopy)}`;
};

const search = '/api/admin/events/search';
const idsOf = ({ body }: { body: { events: { id: number }[] } }) => body.events.map(({ id }) => id);

/** A log with a large gap of ids between its first and last two events. */
async function farApart(options: StartOptions = {}): Promise<TestApp> {
  const far = await start([audit], options);
  await publish(
    far,
    [1, 2, 3, 4].map((sequence) => emittedEvent(sequence)),
  );
  await far.store('audit').transaction(async (em) => {
    for (const id of [4, 3])
      await tablesOf(em)
        .updateTable('event')
        .set({ id: id * 30_000 })
        .where('id', '=', id)
        .execute();
    await tablesOf(em).updateTable('head').set({ event_id: 120_000 }).execute();
  });
  return far;
}

async function hideFrom(user: Principal, { users }: TestApp): Promise<void> {
  await users.hide('secret');
  await users.grant(user, roleIds.member, 'elsewhere');
}

describe('the event search', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await hideFrom(app.users.viewer, app);
    await publish(app, [
      emittedEvent(1, { featureName: 'checkout' }),
      emittedEvent(2, { featureName: 'search', type: 'feature-archived', data: null, preData: { note: 'Five % of ALL!' } }),
      emittedEvent(3, { featureName: 'checkout', project: 'secret', createdBy: 'Ada' }),
      emittedEvent(4, { featureName: null, project: null, type: 'user-created', data: { email: 'five@example.org' } }),
      emittedEvent(5, { featureName: 'checkout', tags: [{ value: 'payments', type: 'simple' }] }),
      emittedEvent(6, { featureName: 'checkout', type: 'something-internal' }),
      emittedEvent(7, { featureName: null, project: null, type: 'user-created', data: { name: 'Zoë Ångström' } }),
    ]);
  });
  after(() => app.close());

  const found = async (body: object, user = app.users.admin) => idsOf(await app.as(user).post(search, body));

  it('returns the newest events without a filter', async () => {
    const { status, body } = await app.as(app.users.admin).post(search, {});
    equal(status, 200);
    deepEqual(idsOf({ body }), [7, 5, 4, 3, 2, 1]);
    equal(body.version, 1);
    equal(body.totalEvents, 6);
  });

  it('combines type, project and feature with and', async () => {
    deepEqual(await found({ type: 'feature-archived' }), [2]);
    deepEqual(await found({ project: 'default', feature: 'checkout' }), [5, 1]);
    deepEqual(await found({ project: 'secret', feature: 'search' }), []);
  });

  it('finds text in type, author, data and tags, regardless of case', async () => {
    deepEqual(await found({ query: 'ARCHIVED' }), [2]);
    deepEqual(await found({ query: 'ada' }), [3]);
    deepEqual(await found({ query: 'FIVE' }), [4, 2]);
    deepEqual(await found({ query: 'Payments' }), [5]);
    for (const query of ['zoë ångström', 'ZOË ÅNGSTRÖM', 'ångSTRÖM']) deepEqual(await found({ query }), [7]);
  });

  it('treats pattern characters as text', async () => {
    deepEqual(await found({ query: 'five %' }), [2]);
    deepEqual(await found({ query: 'all!' }), [2]);
    deepEqual(await found({ query: 'a_l' }), []);
    deepEqual(await found({ query: '\\' }), []);
    deepEqual(await found({ query: '%'.repeat(90_000) }), []);
  });

  it('skips and limits, and counts all matches', async () => {
    const { body } = await app.as(app.users.admin).post(search, { feature: 'checkout', limit: 1, offset: 1 });
    deepEqual(idsOf({ body }), [3]);
    equal(body.totalEvents, 3);
    deepEqual(await found({ offset: 9 }), []);
    const { body: first } = await app.as(app.users.admin).post(search, { limit: 1, offset: 1 });
    deepEqual([idsOf({ body: first }), first.totalEvents], [[5], 6]);
  });

  it('searches a log that is longer than one statement reads', async () => {
    const far = await farApart();
    const { body } = await far.as(far.users.admin).post(search, { limit: 2, offset: 1 });
    deepEqual(idsOf({ body }), [90_000, 2]);
    equal(body.totalEvents, 4);
    await far.close();
  });

  it('returns partial results, and marks them, when its time is up', async () => {
    let ms = Date.parse('2026-03-01T08:30:00.123Z');
    const slow = await farApart({ effects: { now: () => new Date((ms += 5)) }, settings: { AUDIT_SEARCH_BUDGET_MS: '20' } });
    const { status, body } = await slow.as(slow.users.admin).post(search, { query: 'feature' });
    deepEqual([status, idsOf({ body }), body.totalEvents, body.incompleteResults], [200, [120_000], 1, true]);
    const byQuery = await slow.as(slow.users.admin).get('/api/admin/search/events?query=feature');
    deepEqual([byQuery.body.total, byQuery.body.incompleteResults], [1, true]);
    await slow.close();
  });

  it('refuses more concurrent searches than allowed with 503, and accepts new ones afterwards', async () => {
    const busy = await farApart({ settings: { AUDIT_SEARCHES_AT_ONCE: '1' } });
    const ask = () => busy.as(busy.users.admin).post(search, { query: 'nowhere' });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    const refused = answers.filter(({ status }) => status === 503);
    ok(refused.length > 0 && refused.length < 10, `${refused.length} of 10 refused`);
    deepEqual([refused[0]?.body.name, refused[0]?.headers['retry-after']], ['UnavailableError', '1']);
    equal((await ask()).status, 200);
    await busy.close();
  });

  it('stops counting at ten thousand after a full page, and marks the total', async () => {
    const long = await start([audit], { settings: { AUDIT_SEARCH_BUDGET_MS: '60000' } });
    await publish(long, [emittedEvent(1)]);
    await long.store('audit').transaction(async (em) => {
      for (let rows = 1; rows < 32_768; rows += Math.min(rows, rowsPerCopy))
        await tablesOf(em).executeQuery(CompiledQuery.raw(copyOfLog(rows)));
      await tablesOf(em).updateTable('head').set({ event_id: 32_768, shown: 32_768 }).execute();
    });
    const { body } = await long.as(long.users.admin).post(search, { project: 'default', limit: 1 });
    deepEqual([idsOf({ body }), body.incompleteResults], [[32_768], true]);
    ok(body.totalEvents >= 10_000 && body.totalEvents < 32_768, String(body.totalEvents));
    await long.close();
  });

  it('hides hidden projects and the events of the instance from a viewer', async () => {
    deepEqual(await found({}, app.users.viewer), [5, 2, 1]);
    deepEqual(await found({ project: 'secret' }, app.users.viewer), []);
    deepEqual(await found({ query: 'five@' }, app.users.viewer), []);
  });

  it('refuses an unknown type and a limit above 100 with 400, and an anonymous caller with 401', async () => {
    for (const body of [{ type: 'feature-flipped' }, { limit: 101 }, { limit: 0 }, { offset: -1 }, { offset: 1e21 }]) {
      const { status, body: answer } = await app.as(app.users.admin).post(search, body);
      equal(status, 400);
      equal(answer.name, 'ValidationError');
    }
    equal((await app.as(null).post(search, {})).status, 401);
  });
});

describe('the events of a feature', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await hideFrom(app.users.viewer, app);
    const moves = ['secret', 'elsewhere'].map((oldProject, index) =>
      emittedEvent(123 + index, { featureName: 'moved', type: 'feature-project-change', data: { oldProject, newProject: 'default' } }),
    );
    const messages = Array.from({ length: 120 }, (_, index) => emittedEvent(index + 1, { featureName: 'checkout' }));
    await publish(app, [...messages, emittedEvent(121, { featureName: 'other' }), emittedEvent(122, { project: 'secret' }), ...moves]);
  });
  after(() => app.close());

  it('are the newest 100, with the total and the name of the feature', async () => {
    const { status, body } = await app.as(app.users.admin).get('/api/admin/events/checkout');
    equal(status, 200);
    equal(body.toggleName, 'checkout');
    equal(body.totalEvents, 121);
    deepEqual(idsOf({ body }), [122, ...Array.from({ length: 99 }, (_, index) => 120 - index)]);
  });

  it('leave out events in a hidden project', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/events/checkout');
    equal(body.totalEvents, 120);
    equal(body.events[0].id, 120);
  });

  it('name the former project of a feature only to users who can see it, in every list, search, export and replay', async () => {
    const answers = async (who: Principal) => {
      const client = app.as(who);
      const paths = ['events/moved', 'events?project=default', 'search/events?feature=IS:moved', 'audit/events/123', 'audit/events/124'];
      const audits = ['export?feature=IS:moved', 'export?feature=IS:moved&format=csv', 'replay?after=122'].map(
        (path) => `audit/events/${path}`,
      );
      const read = await Promise.all([...paths, ...audits].map((path) => client.get(`/api/admin/${path}`)));
      return [...read, await client.post(search, { feature: 'moved' })].map(({ status, body }) => {
        equal(status, 200);
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        return ['secret', 'elsewhere'].map((project) => text.includes(project));
      });
    };
    const [both, first, second] = [
      [true, true],
      [true, false],
      [false, true],
    ] as const;
    deepEqual(await answers(app.users.admin), [both, both, both, first, second, both, both, both, both]);
    const none = [false, false];
    deepEqual(await answers(app.users.viewer), [second, second, second, none, second, second, second, second, second]);
    const matches = async (who: Principal) => (await app.as(who).post(search, { query: '"secret"' })).body.totalEvents;
    deepEqual([await matches(app.users.viewer), await matches(app.users.admin)], [0, 1]);
  });

  it('are empty for an unknown feature, and refuse an anonymous caller with 401', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/events/nothing');
    deepEqual(body, { version: 1, events: [], totalEvents: 0, toggleName: 'nothing' });
    equal((await app.as(null).get('/api/admin/events/checkout')).status, 401);
  });
});
