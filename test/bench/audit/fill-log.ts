import type { TestApp } from '@signalbox/testing';
import { chain, contentOf } from '../../../services/audit/src/chain/chain.fixture.ts';
import { signLog } from '../../../services/audit/src/checkpoint/sign-log.fixture.ts';
import { fullEvent } from '../../../services/audit/src/tables/event.ts';
import { tablesOf } from '../../../services/audit/src/tables/tables.ts';

/** Values of the events in a filled log. */
export const spread = {
  kinds: ['feature-created', 'feature-strategy-update', 'feature-environment-enabled', 'feature-archived'],
  projects: 100,
  features: 20_000,
  users: 500,
} as const;
const environments = ['development', 'test', 'production'];

/** One event per minute: two years for a million. */
export const firstAt = Date.parse('2024-01-01T00:00:00.000Z');
export const minuteMs = 60_000;
/** On MySQL, no statement of a service may take longer than about a second. */
const eventsPerStatement = { sqlite: 100_000, mysql: 1000 };

const pick = (values: readonly string[]) =>
  `case n.id % ${values.length} ${values.map((value, at) => `when ${at} then '${value}'`).join(' ')} end`;

const digits =
  '(select 0 as d union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9)';

/** Numbers after `after`, as many as one statement inserts (a power of ten), in order. */
function numbers(after: number, count: number): string {
  const powers = Array.from({ length: Math.round(Math.log10(count)) }, (_, power) => power);
  const sum = powers.map((power) => `${10 ** power} * p${power}.d`).join(' + ');
  const tables = powers.toReversed().map((power) => `${digits} p${power}`);
  return `select ${after} + 1 + ${sum} as id from ${tables.join(' cross join ')}`;
}

/** Inserts the given number of events with SQL. Their hash chain is not valid. */
export async function fillLog(app: TestApp, events: number): Promise<void> {
  const store = app.store('audit');
  const count = eventsPerStatement[store.dialect];
  for (let after = 0; after < events; after += count) {
    const statement = `insert into event (id, created_at, type, created_by, created_by_user_id, project, environment, feature_name, data,
        pre_data, tags, shown, source, sequence, message_id, correlation_id, previous_hash, hash)
      select n.id, ${firstAt} + n.id * ${minuteMs}, ${pick(spread.kinds)}, concat('user-', n.id % ${spread.users}), n.id % ${spread.users},
        concat('project-', n.id % ${spread.projects}), ${pick(environments)}, concat('feature-', n.id % ${spread.features}),
        concat('{"name":"flexibleRollout","title":"step ', n.id, '","parameters":{"rollout":"50","stickiness":"default"}}'), null, '[]', 1,
        '/signalbox/toggles', n.id, concat('00000000-0000-7000-8000-', substr(concat('000000000000', n.id), -12)), concat('request-', n.id - n.id % 3), '${'0'.repeat(64)}', '${'0'.repeat(64)}'
      from (${numbers(after, count)}) n order by n.id`;
    await store.transaction((em) => em.execute(statement));
  }
  const end = { event_id: events, shown: events };
  await store.transaction((em) => tablesOf(em).updateTable('head').set(end).execute());
  await store.transaction((em) => em.execute(store.dialect === 'mysql' ? 'analyze table event' : 'analyze event'));
}

const rowsPerInsert = 500;

const eventsPerCheckpoint = 1000;

/** Inserts a complete, signed chain of the given number of events. */
export async function fillChain(app: TestApp, events: number): Promise<void> {
  const rows = chain(Array.from({ length: events }, (_, index) => contentOf(index + 1))).map((event) => fullEvent.encode(event));
  const store = app.store('audit');
  for (let from = 0; from < events; from += rowsPerInsert)
    await store.transaction((em) =>
      tablesOf(em)
        .insertInto('event')
        .values(rows.slice(from, from + rowsPerInsert))
        .execute(),
    );
  const end = { event_id: events, shown: events, hash: rows.at(-1)?.hash ?? '' };
  await store.transaction((em) => tablesOf(em).updateTable('head').set(end).execute());
  await signLog(
    app,
    rows.filter(({ id }) => id % eventsPerCheckpoint === 0),
  );
}
