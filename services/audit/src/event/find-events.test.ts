import { ok } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { writeLog } from '../log/event.ts';
import { audit } from '../service.ts';
import { type EventFilter, matchingEvents } from './find-events.ts';
import { publish, statedEvent } from './stated-event.fixture.ts';

const rows = 16_384;

/** What people ask for, and by which index few of many events are found. */
const indexes: Readonly<Record<string, { readonly filter: EventFilter; readonly index: string }>> = {
  type: { filter: { types: ['rare'] }, index: 'event_of_kind' },
  project: { filter: { projects: ['rare'] }, index: 'event_of_project' },
  feature: { filter: { features: ['rare'] }, index: 'event_of_feature' },
  environment: { filter: { environments: ['rare'] }, index: 'event_of_environment' },
  author: { filter: { authors: [7] }, index: 'event_of_user' },
  request: { filter: { groups: ['rare'] }, index: 'event_of_request' },
};

describe('finding few of many events', () => {
  let app: TestApp;
  before(async function () {
    this.timeout(20_000);
    app = await start([audit]);
    await publish(app, [statedEvent(1, { environment: 'production', correlationId: 'often' })]);
    await app.store('audit').transaction(async (em) => {
      for (let known = 1; known < rows; known *= 2) await writeLog(em).executeQuery(CompiledQuery.raw(copyBehind(known)));
      const gather = app.store('audit').dialect === 'mysql' ? 'analyze table event' : 'analyze event';
      await writeLog(em).executeQuery(CompiledQuery.raw(gather));
    });
  });
  after(() => app.close());

  for (const [what, { filter, index }] of Object.entries(indexes)) {
    it(`searching by ${what} asks an index, whatever the length of the log`, async () => {
      const { actor, access } = { actor: app.users.admin, access: { visibleTo: () => 'all' } as never };
      const em = app.store('audit').reader();
      const { sql, parameters } = matchingEvents({ em, actor, access }, filter, { after: 0, upTo: rows }, true)
        .select('id')
        .orderBy('id', 'desc')
        .limit(100)
        .compile();
      const explain = app.store('audit').dialect === 'mysql' ? 'explain' : 'explain query plan';
      const plan = await writeLog(em).executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
      const [step] = plan.rows as { key?: string; detail?: string }[];
      ok((step?.key ?? step?.detail ?? '').includes(index), JSON.stringify(plan.rows));
    });
  }
});

/** Copies the first rows of the log behind them; the chain is not kept. */
const copyBehind = (known: number): string => {
  const copied = 'created_at, type, created_by, created_by_user_id, project, environment, feature_name, correlation_id, tags, shown';
  return `insert into event (id, message_id, ${copied}, previous_hash, hash)
    select id + ${known}, cast(id + ${known} as char), ${copied}, previous_hash, hash from event where id <= ${known}`;
};
