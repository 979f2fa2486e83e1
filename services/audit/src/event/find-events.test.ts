import { deepEqual, equal, ok } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { type TestApp, start, statementsOf } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { tablesOf } from '../tables/tables.ts';
import { audit } from '../service.ts';
import { type EventFilter, matchingEvents } from './find-events.ts';
import { idsOfDays } from './span-of-days.ts';
import { publish, emittedEvent } from './emitted-event.fixture.ts';

const rows = 16_384;
/** A statement has a second, also on a busy machine. */
const rowsAtOnce = 1024;
const rareDay = Date.parse('2026-01-01T00:00:00Z');
const rareId = 2;

/** What people ask for, and by which index few of many events are found. */
const indexes: Readonly<Record<string, { readonly filter: EventFilter; readonly index: string; readonly asked: string }>> = {
  type: { filter: { types: ['rare'] }, index: 'event_of_kind', asked: 'type=IS:feature-archived' },
  project: { filter: { projects: ['rare'] }, index: 'event_of_project', asked: 'project=IS:rare' },
  feature: { filter: { features: ['rare'] }, index: 'event_of_feature', asked: 'feature=IS:rare' },
  environment: { filter: { environments: ['rare'] }, index: 'event_of_environment', asked: 'environment=IS:rare' },
  author: { filter: { authors: [7] }, index: 'event_of_user', asked: 'createdBy=IS:7' },
  request: { filter: { groups: ['rare'] }, index: 'event_of_request', asked: 'groupId=IS:rare' },
};
/** Whose index is enough for those too who do not see everything. */
const ofAnybody = new Set(['project', 'feature', 'request']);

describe('finding few of many events', () => {
  let app: TestApp;
  before(async function () {
    this.timeout(20_000);
    app = await start([{ ...audit, jobs: [] }]);
    await publish(app, [emittedEvent(1, { environment: 'production', correlationId: 'often' })]);
    await app.store('audit').transaction(async (em) => {
      for (let known = 1; known < rows; known += Math.min(known, rowsAtOnce))
        await tablesOf(em).executeQuery(CompiledQuery.raw(copyBehind(known)));
      await tablesOf(em).updateTable('event').set({ created_at: rareDay }).where('id', '=', rareId).execute();
      await tablesOf(em).updateTable('head').set({ event_id: rows, shown: rows }).execute();
      const gather = app.store('audit').dialect === 'mysql' ? 'analyze table event' : 'analyze event';
      await tablesOf(em).executeQuery(CompiledQuery.raw(gather));
    });
  });
  after(() => app.close());

  for (const [what, { filter, index, asked }] of Object.entries(indexes)) {
    it(`searching by ${what} asks an index, whatever the length of the log`, async () => {
      const { actor, access } = { actor: app.users.admin, access: { visibleTo: () => 'all' } as never };
      const em = app.store('audit').reader();
      const { sql, parameters } = matchingEvents({ em, actor, access }, filter, null, true)
        .select('id')
        .orderBy('id', 'desc')
        .limit(100)
        .compile();
      await asksIndex(index, sql, parameters);
    });

    it(`searching by ${what} asks twice, whatever the length of the log: how many there are, and which`, async () => {
      for (const user of ofAnybody.has(what) ? [app.users.admin, app.users.viewer] : [app.users.admin]) {
        const statements = await ofEvents(() => app.as(user).get(`/api/admin/search/events?${asked}`));
        equal(statements.length, 2, statements.join('\n'));
      }
    });
  }

  it('searching by day asks an index where in the log the day is', async () => {
    const { sql, parameters } = idsOfDays(app.store('audit').reader(), { from: rareDay, until: rareDay + dayMs }).compile();
    await asksIndex('event_of_day', sql, parameters);
  });

  it('searching by day looks at that part of the log alone, however far behind it is', async () => {
    const search = async (query: string) => {
      const { body } = await app.as(app.users.admin).get(`/api/admin/search/events?${query}`);
      return body as { events: { id: number }[]; total: number; incompleteResults?: true };
    };
    const statements = await ofEvents(async () => {
      const { events, ...rest } = await search('from=IS:2026-01-01&to=IS:2026-01-01');
      deepEqual([events.map(({ id }) => id), rest], [[rareId], { total: 1 }]);
    });
    // Where the day is, and how many and which events there are.
    ok(statements.length <= 3, statements.join('\n'));
    ok((await ofEvents(() => search('query=nowhere'))).length > 3);
    deepEqual(await search('to=IS:2025-12-31'), { events: [], total: 0 });
  });

  /** The statements of `work` that ask for events: what the service does by the clock is told beside them. */
  const ofEvents = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(app.store('audit'), work)).filter((statement) => /from ["`]event["`]/.test(statement));

  async function asksIndex(index: string, sql: string, parameters: readonly unknown[]): Promise<void> {
    const explain = app.store('audit').dialect === 'mysql' ? 'explain' : 'explain query plan';
    const plan = await tablesOf(app.store('audit').reader()).executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    const steps = plan.rows as { key?: string | null; detail?: string }[];
    ok(
      steps.some(({ key, detail }) => (key ?? detail ?? '').includes(index)),
      JSON.stringify(plan.rows),
    );
  }
});

/** Copies the first rows of the log behind them; the chain is not kept. */
const copyBehind = (known: number): string => {
  const copied = 'created_at, type, created_by, created_by_user_id, project, environment, feature_name, correlation_id, tags, shown';
  return `insert into event (id, message_id, ${copied}, previous_hash, hash)
    select id + ${known}, cast(id + ${known} as char), ${copied}, previous_hash, hash from event where id <= ${Math.min(known, rowsAtOnce)}`;
};
