// How long a search over a long log of events takes, and how long it takes to verify one. Run it with `npm run bench:audit`; with
// TEST_WAY=distributed it uses the servers that TEST_MYSQL_URL, TEST_AMQP_URL and TEST_REDIS_URL name. CPU is that of this process,
// who asks and the check of each answer included; on a machine that does more than this, look there.

import { parseArgs } from 'node:util';
import { audit } from '@signalbox/audit';
import { type Client, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { fillChain, fillLog, firstAt, minuteMs, spread } from './audit/fill-log.ts';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    chain: { type: 'string', default: '100000' },
    times: { type: 'string', default: '100' },
  },
});
const [events, chained, times] = [options.events, options.chain, options.times].map(Number) as [number, number, number];
const say = (line: string) => console.log(line);
const targetMs = 50;
const verifyTargetMs = 5000;
let missed = 0;

interface Row {
  readonly title: string;
  readonly ask: (client: Client, turn: number) => ReturnType<Client['get']>;
  /** It looks through the log, as long as one search may. */
  readonly isBounded?: true;
}

const search = (query: Readonly<Record<string, string | number>>) => (client: Client) =>
  client.get(
    `/api/admin/search/events?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
  );
/** An event of the log, another one each time, old and new. */
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
  { title: 'one event', ask: (client, turn) => client.get(`/api/admin/audit/events/${someId(turn)}`) },
  { title: 'replay', ask: (client, turn) => client.get(`/api/admin/audit/events/replay?after=${someId(turn)}&limit=100`) },
  { title: 'text', ask: (client, turn) => search({ query: `step ${someId(turn)}"` })(client), isBounded: true },
];

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

async function measure(client: Client, { title, ask, isBounded }: Row): Promise<void> {
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
  say(
    `| ${title.padEnd(20)} | ${p50.toFixed(1).padStart(7)} | ${p99.toFixed(1).padStart(7)} | ${cpuMs.toFixed(1).padStart(7)} | ${goal.padStart(9)} |`,
  );
}

async function searchLog(app: TestApp): Promise<void> {
  const begun = performance.now();
  await fillLog(app, events);
  say(
    `\n${events} events on ${app.store('audit').dialect}, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s; ${times} searches each\n`,
  );
  say('| search by            |  p50 ms |  p99 ms | CPU p99 |    target |');
  say('| -------------------- | ------: | ------: | ------: | --------: |');
  const client = app.as(app.users.admin);
  for (const row of rows) await row.ask(client, 0);
  for (const row of rows) await measure(client, row);
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

for (const work of [verifyChain, searchLog]) {
  const app = await start([{ ...audit, jobs: [] }], { settings: { AUDIT_VERIFY_BUDGET_MS: '60000' } });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}
say(missed === 0 ? `\nEvery target is reached (${testEnvironment.way}).` : `\n${missed} targets are MISSED (${testEnvironment.way}).`);
