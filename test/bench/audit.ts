// Measures searches in a long event log, and its verification. Run it with `npm run suite -- bench-audit`. With TEST_WAY=distributed it
// uses the servers in TEST_MYSQL_URL, TEST_AMQP_URL and TEST_REDIS_URL. With --folder, the log is stored there (on MySQL under a prefix
// derived from the folder's name) and reused. CPU time is that of this process, including the client and the response checks. On a busy
// machine it is more meaningful than the elapsed time.

import { parseArgs } from 'node:util';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { basename, resolve } from 'node:path';
import { audit } from '@signalbox/audit';
import { type Client, start, type StartOptions, type TestApp, testEnvironment } from '@signalbox/testing';
import { readHead } from '../../services/audit/src/log/event.ts';
import { fillChain, fillLog, firstAt, minuteMs, spread } from './audit/fill-log.ts';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    chain: { type: 'string', default: '100000' },
    times: { type: 'string', default: '100' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
/** An amount of 0 skips the measurement. */
const amountOf = (name: 'events' | 'chain') => (options[name] === '0' ? 0 : readAmount(options, name));
const [events, chained, times] = [amountOf('events'), amountOf('chain'), readAmount(options, 'times')];
if (events + chained === 0) throw new Error('Nothing to measure. Name --events or --chain');
const say = (line: string) => console.log(line);
const targetMs = 50;
const verifyTargetMs = 5000;
let missed = 0;

interface Row {
  readonly title: string;
  readonly ask: (client: Client, turn: number) => ReturnType<Client['get']>;
  /** Reads through the log for as long as one search may take. */
  readonly isBounded?: true;
  /** Search of a user who can see only the open projects. */
  readonly byViewer?: true;
}

const search = (query: Readonly<Record<string, string | number>>) => (client: Client) =>
  client.get(
    `/api/admin/search/events?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
  );
/** Returns a different event of the log each time, old and new. */
const someId = (turn: number): number => 1 + ((turn * 7919) % events);
const dayOf = (turn: number) => `IS:${new Date(firstAt + someId(turn) * minuteMs).toISOString().slice(0, 10)}`;

const rows: readonly Row[] = [
  { title: 'the newest', ask: (client) => client.get('/api/admin/events') },
  { title: 'nothing (POST)', ask: (client) => client.post('/api/admin/events/search', {}) },
  { title: 'type', ask: (client, turn) => search({ type: `IS:${spread.kinds[turn % spread.kinds.length]}` })(client) },
  { title: 'project', ask: (client, turn) => search({ project: `IS:project-${turn % spread.projects}` })(client) },
  {
    title: 'project (POST)',
    ask: (client, turn) => client.post('/api/admin/events/search', { project: `project-${turn % spread.projects}` }),
  },
  { title: 'feature', ask: (client, turn) => search({ feature: `IS:feature-${someId(turn) % spread.features}` })(client) },
  { title: 'a feature’s events', ask: (client, turn) => client.get(`/api/admin/events/feature-${someId(turn) % spread.features}`) },
  { title: 'environment', ask: (client) => search({ environment: 'IS:production' })(client) },
  { title: 'author', ask: (client, turn) => search({ createdBy: `IS:${turn % spread.users}` })(client) },
  { title: 'request', ask: (client, turn) => search({ groupId: `IS:request-${someId(turn) - (someId(turn) % 3)}` })(client) },
  { title: 'id', ask: (client, turn) => search({ id: `IS:${someId(turn)}` })(client) },
  { title: 'a day', ask: (client, turn) => search({ from: dayOf(turn), to: dayOf(turn) })(client) },
  {
    title: 'a day of a project',
    ask: (client, turn) => search({ from: dayOf(turn), to: dayOf(turn), project: `IS:project-${turn % spread.projects}` })(client),
  },
  { title: 'project, page 10', ask: (client, turn) => search({ project: `IS:project-${turn % spread.projects}`, offset: 450 })(client) },
  {
    title: 'project and type',
    ask: (client, turn) => search({ project: `IS:project-${turn % spread.projects}`, type: `IS:${spread.kinds[turn % 4]}` })(client),
  },
  {
    title: 'type and environment',
    ask: (client, turn) => search({ type: `IS:${spread.kinds[turn % 4]}`, environment: 'IS:test' })(client),
  },
  {
    title: 'two types',
    ask: (client, turn) => search({ type: `IS_ANY_OF:${spread.kinds[turn % 4]},${spread.kinds[(turn + 1) % 4]}` })(client),
  },
  { title: 'an unknown project', ask: (client) => search({ project: 'IS:nowhere' })(client) },
  { title: 'viewer: nothing', ask: (client) => client.post('/api/admin/events/search', {}), byViewer: true },
  { title: 'viewer: project', ask: (client, turn) => search({ project: `IS:project-${turn % spread.projects}` })(client), byViewer: true },
  {
    title: 'viewer: a feature’s',
    ask: (client, turn) => client.get(`/api/admin/events/feature-${someId(turn) % spread.features}`),
    byViewer: true,
  },
  { title: 'viewer: type', ask: (client, turn) => search({ type: `IS:${spread.kinds[turn % 4]}` })(client), byViewer: true },
  { title: 'one event', ask: (client, turn) => client.get(`/api/admin/audit/events/${someId(turn)}`) },
  { title: 'replay', ask: (client, turn) => client.get(`/api/admin/audit/events/replay?after=${someId(turn)}&limit=100`) },
  { title: 'text', ask: (client, turn) => search({ query: `step ${someId(turn)}"` })(client), isBounded: true },
];

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

async function measure(app: TestApp, { title, ask, isBounded, byViewer }: Row): Promise<void> {
  const client = app.as(byViewer ? app.users.viewer : app.users.admin);
  await ask(client, 0);
  const taken: number[] = [];
  const cpu: number[] = [];
  const turns = isBounded ? 10 : times;
  for (let turn = 0; turn < turns; turn += 1) {
    const [begun, used] = [performance.now(), process.cpuUsage()];
    const { status } = await ask(client, turn);
    if (status !== 200) throw new Error(`${title}: ${status}`);
    taken.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  const [p50, p99, cpuMs] = [percentile(taken, 0.5), percentile(taken, 0.99), percentile(cpu, 0.99)];
  const isMissed = !isBounded && p99 > targetMs;
  if (isMissed) missed += 1;
  const goal = isBounded ? 'in bounds' : `${targetMs}${isMissed ? ' MISSED' : ''}`;
  const figures = [p50, p99, cpuMs].map((ms) => ms.toFixed(1).padStart(7));
  say(`| ${[title.padEnd(20), ...figures, loadavg()[0]?.toFixed(0).padStart(4), goal.padStart(9)].join(' | ')} |`);
}

async function searchLog(app: TestApp): Promise<void> {
  await app.users.know(...Array.from({ length: spread.projects }, (_, index) => `project-${index}`));
  const begun = performance.now();
  const isThere = (await readHead(app.store('audit').reader())).id === events;
  if (!isThere) await fillLog(app, events);
  const filled = isThere ? 'there already' : `filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`;
  say(`\n${events} events on ${app.store('audit').dialect}, ${filled}; ${times} searches each\n`);
  say('| search by            |  p50 ms |  p99 ms | CPU p99 | load |    target |');
  say('| -------------------- | ------: | ------: | ------: | ---: | --------: |');
  for (const row of selectNamed(rows, options.only, ({ title }) => title)) await measure(app, row);
}

async function verifyChain(app: TestApp): Promise<void> {
  await fillChain(app, chained);
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  let verified = 0;
  for (let from: number | null = 1; from !== null; ) {
    const { body } = await app.as(app.users.admin).get(`/api/admin/audit/verify?from=${from}`);
    if (!body.verified) throw new Error(JSON.stringify(body));
    verified += body.events;
    from = body.next;
  }
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000;
  const isMissed = cpuMs > (verifyTargetMs * chained) / 100_000;
  if (isMissed) missed += 1;
  say(
    `\n${verified} events verified in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of CPU${isMissed ? ' MISSED' : ''}`,
  );
}

/** Folder of the long log. */
async function workspaceIn(folder: string): Promise<NonNullable<StartOptions['workspace']>> {
  const dataDir = resolve(folder);
  await mkdir(dataDir, { recursive: true });
  return { dataDir, prefix: `kept-${basename(dataDir)}-`, queues: [] };
}

async function run(work: (app: TestApp) => Promise<void>, folder?: string): Promise<void> {
  const workspace = folder === undefined ? {} : { workspace: await workspaceIn(folder) };
  const app = await start([{ ...audit, jobs: [] }], { settings: { AUDIT_VERIFY_BUDGET_MS: '60000' }, ...workspace });
  try {
    await work(app);
  } finally {
    await app.close({ keepData: folder !== undefined });
  }
}

if (chained > 0) await run(verifyChain);
if (events > 0) await run(searchLog, options.folder);
say(missed === 0 ? `\nAll targets are met (${testEnvironment.way}).` : `\n${missed} targets are MISSED (${testEnvironment.way}).`);
