import { ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { principalHeader } from '@signalbox/contracts';
import { type TestApp, sign, start } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { audit } from '../service.ts';
import { type Tables, tablesOf } from '../tables/tables.ts';

const events = 200_000;
const warmUp = 20_000;
const rowsPerCopy = 2000;
const megabyte = 2 ** 20;
const limitMegabytes = 50;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a list of 200,000 events', () => {
  let app: TestApp;
  before(async () => {
    app = await start([audit]);
    await seed(app);
  });
  after(() => app.close());

  it(`adds less than ${limitMegabytes} MB of memory`, async () => {
    await readAll(app, 'small');
    collectGarbage();
    const before = process.memoryUsage();
    let [memory, heap] = [0, 0];
    const watch = setInterval(() => {
      const { rss, heapUsed } = process.memoryUsage();
      memory = Math.max(memory, rss - before.rss);
      heap = Math.max(heap, heapUsed - before.heapUsed);
    }, 5);
    const { bytes, end } = await readAll(app, 'large').finally(() => clearInterval(watch));
    ok(end.endsWith(`"totalEvents":${events}}`), end);
    ok(bytes > 2 * limitMegabytes * megabyte, `a response of ${bytes} bytes is too small to measure`);
    ok(memory < limitMegabytes * megabyte, `the process grew by ${Math.round(memory / megabyte)} MB`);
    ok(heap < limitMegabytes * megabyte, `the heap grew by ${Math.round(heap / megabyte)} MB`);
  });
});

/** Reads a response to its end and returns its last bytes, in a separate process so that its memory does not count. */
async function readAll({ url, users }: TestApp, project: string): Promise<{ bytes: number; end: string }> {
  const { stdout } = await run(process.execPath, ['-e', client, `${url}/api/admin/events?project=${project}`, await sign(users.admin)]);
  return JSON.parse(stdout) as { bytes: number; end: string };
}

const run = promisify(execFile);
const client = `
  const [url, principal] = process.argv.slice(1);
  fetch(url, { headers: { '${principalHeader}': principal } }).then(async ({ body }) => {
    let [bytes, end] = [0, ''];
    for await (const chunk of body) {
      bytes += chunk.length;
      end = (end + Buffer.from(chunk).subarray(-100).toString()).slice(-100);
    }
    console.log(JSON.stringify({ bytes, end }));
  });`;

/**
 * A log of events of realistic size, without a valid chain. The database copies rows, because rows made here would leave
 * garbage that the test would measure. The statistics of the table are updated, as in a log that has grown slowly.
 */
async function seed(app: TestApp): Promise<void> {
  await app.store('audit').transaction(async (em) => {
    await tablesOf(em).insertInto('event').values(row).execute();
    for (let rows = 1; rows < events + warmUp; rows += Math.min(rows, rowsPerCopy)) {
      await tablesOf(em).executeQuery(CompiledQuery.raw(copyBehind(rows)));
    }
    await tablesOf(em)
      .deleteFrom('event')
      .where('id', '>', events + warmUp)
      .execute();
    const end = { event_id: events + warmUp, shown: events + warmUp };
    await tablesOf(em).updateTable('head').set(end).execute();
  });
  const gather = app.store('audit').dialect === 'mysql' ? 'analyze table event' : 'analyze event';
  await app.store('audit').transaction((em) => tablesOf(em).executeQuery(CompiledQuery.raw(gather)));
}

/** Appends copies of the first `rows` rows. */
const copyBehind = (rows: number): string => {
  const copied = Object.keys(row).filter((column) => !['id', 'message_id', 'project'].includes(column));
  return `insert into event (id, message_id, project, ${copied.join()})
    select id + ${rows}, cast(id + ${rows} as char), case when id + ${rows} > ${events} then 'small' else 'large' end, ${copied.join()}
    from event where id <= ${Math.min(rows, rowsPerCopy)}`;
};

const parameters = { rollout: '50', stickiness: 'default', groupId: 'checkout' };
const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE', 'DK', 'FI', 'IS'], inverted: false }];
const strategy = {
  name: 'flexibleRollout',
  title: 'half of the north',
  disabled: false,
  parameters,
  constraints,
  variants: [],
  segments: [],
};

const row: Tables['event'] = {
  id: 1,
  created_at: 1_772_353_800_000,
  type: 'feature-strategy-update',
  created_by: 'editor',
  created_by_user_id: 12,
  project: 'large',
  environment: 'production',
  feature_name: 'checkout',
  data: JSON.stringify({ ...strategy, sortOrder: 1 }),
  pre_data: JSON.stringify(strategy),
  tags: '[{"value":"payments","type":"simple"}]',
  shown: 1,
  source: '/signalbox/toggles',
  sequence: 1,
  revision: 1,
  message_id: '1',
  correlation_id: '0199',
  agent: null,
  client: null,
  raw: null,
  payload_hash: null,
  previous_hash: '0'.repeat(64),
  hash: '0'.repeat(64),
};
