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
/** Each statement has a time limit of a second, even on a busy machine. */
const rowsAtOnce = 1024;
const rareDay = Date.parse('2026-01-01T00:00:00Z');
const rareId = 2;

/** Common filters, and the index that finds few matches among many events. */
const indexes: Readonly<Record<string, { readonly filter: EventFilter; readonly index: string; readonly query: string }>> = {
  type: { filter: { types: ['rare'] }, index: 'event_of_kind', query: 'type=IS:feature-archived' },
  project: { filter: { projects: ['rare'] }, index: 'event_of_project', query: 'project=IS:rare' },
  feature: { filter: { features: ['rare'] }, index: 'event_of_feature', query: 'feature=IS:rare' },
  environment: { filter: { environments: ['rare'] }, index: 'event_of_environment', query: 'environment=IS:rare' },
  author: { filter: { authors: [7] }, index: 'event_of_user', query: 'createdBy=IS:7' },
  request: { filter: { groups: ['rare'] }, index: 'event_of_request', query: 'groupId=IS:rare' },
};
/** Filters whose index also serves users who cannot see everything. */
const ofAnybody = new Set(['project', 'feature', 'request']);

describe('searches with few matches in a long log', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
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

  for (const [what, { filter, index, query }] of Object.entries(indexes)) {
    it(`find events by ${what} with an index, whatever the length of the log`, async () => {
      const access = { visibleTo: () => 'all' } as never;
      const em = app.store('audit').reader();
      const agent = { ...app.users.admin, via: { agent: 'Code Pilot', client: 'test' } };
      for (const actor of ofAnybody.has(what) ? [app.users.admin, agent] : [app.users.admin]) {
        const { sql, parameters } = matchingEvents({ em, actor, access }, filter, null, true)
          .select('id')
          .orderBy('id', 'desc')
          .limit(100)
          .compile();
        await usesIndex(index, sql, parameters);
      }
    });

    it(`find events by ${what} in two statements, whatever the length of the log: one counts, one reads the page`, async () => {
      for (const user of ofAnybody.has(what) ? [app.users.admin, app.users.viewer] : [app.users.admin]) {
        const statements = await ofEvents(() => app.as(user).get(`/api/admin/search/events?${query}`));
        equal(statements.length, 2, statements.join('\n'));
      }
    });
  }

  it('find the position of a day with an index', async () => {
    const { sql, parameters } = idsOfDays(app.store('audit').reader(), { from: rareDay, until: rareDay + dayMs }).compile();
    await usesIndex('event_of_day', sql, parameters);
  });

  it('read only the part of the log that belongs to the day', async () => {
    const search = async (query: string) => {
      const { body } = await app.as(app.users.admin).get(`/api/admin/search/events?${query}`);
      return body as { events: { id: number }[]; total: number; incompleteResults?: true };
    };
    const statements = await ofEvents(async () => {
      const { events, ...rest } = await search('from=IS:2026-01-01&to=IS:2026-01-01');
      deepEqual([events.map(({ id }) => id), rest], [[rareId], { total: 1 }]);
    });
    // One statement for the position of the day, one for the count, one for the events.
    ok(statements.length <= 3, statements.join('\n'));
    ok((await ofEvents(() => search('query=nowhere'))).length > 3);
    deepEqual(await search('to=IS:2025-12-31'), { events: [], total: 0 });
  });

  /** The statements of `work` that read events, without those of background jobs. */
  const ofEvents = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf(app.store('audit'), work)).filter((statement) => /from ["`]event["`]/.test(statement));

  async function usesIndex(index: string, sql: string, parameters: readonly unknown[]): Promise<void> {
    const explain = app.store('audit').dialect === 'mysql' ? 'explain' : 'explain query plan';
    const plan = await tablesOf(app.store('audit').reader()).executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    const steps = plan.rows as { key?: string | null; detail?: string }[];
    ok(
      steps.some(({ key, detail }) => (key ?? detail ?? '').includes(index)),
      JSON.stringify(plan.rows),
    );
  }
});

/** Appends copies of the first rows to the log. The copies do not form a chain. */
const copyBehind = (known: number): string => {
  const copied = 'created_at, type, created_by, created_by_user_id, project, environment, feature_name, correlation_id, tags, shown';
  return `insert into event (id, message_id, ${copied}, previous_hash, hash)
    select id + ${known}, cast(id + ${known} as char), ${copied}, previous_hash, hash from event where id <= ${Math.min(known, rowsAtOnce)}`;
};
