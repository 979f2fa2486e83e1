import { surfaces } from '../../services/standalone/src/services.ts';
// What delivery does per second of its CPU, how long a change takes to reach open streams, and what they weigh. Everything
// runs on this machine, the callers too, so that nothing but CPU time and memory of the measured process says much on a
// busy one. Linux only. Run it with `node tools/run.mjs test/bench/delivery.ts`.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteQueues, dropSchemas } from '../../packages/testing/src/clean-up.ts';
import { findEnvironment } from '../../tools/distributed/environment.ts';
import { startProcesses } from '../../tools/distributed/processes.ts';
import { askFor, type Question } from './delivery/load.ts';
import { cpuSecondsOf, type MeasuredProcess, megabytesOf, startServices } from './delivery/processes.ts';
import { openReaders } from './delivery/readers.ts';

const roundMs = 3000;
const warmUpMs = 1500;
const features = 350;
const warmUpChanges = 20;
const changes = 100;
const readers = 1000;
const manyReaders = 10_000;

const secret = () => randomBytes(28).toString('hex');
const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}`, frontend: `default:development.${secret()}` };
const unreachable = 'http://127.0.0.1:1';

function settingsIn(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    INTERNAL_SECRET: secret(),
    INIT_ADMIN_API_TOKENS: tokens.admin,
    INIT_CLIENT_API_TOKENS: tokens.client,
    INIT_FRONTEND_API_TOKENS: tokens.frontend,
  };
}

async function post(url: string, path: string, body: unknown = {}): Promise<void> {
  const headers = { authorization: tokens.admin, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
}

const nameOf = (index: number) => `feature-${String(index).padStart(4, '0')}`;
const inDevelopment = (name: string) => `/api/admin/projects/default/features/${name}/environments/development`;

/** A third is on for everybody, a third for a part of them, a third for some of them by name. */
const strategies = [
  { name: 'default' },
  { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: 'bench' } },
  { name: 'default', constraints: [{ contextName: 'userId', operator: 'NOT_IN', values: ['17', '23', '42'] }] },
];

async function load(url: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const name = nameOf(index);
    await post(url, '/api/admin/projects/default/features', { name, description: 'What it is for, in about as many words as usual.' });
    await post(url, `${inDevelopment(name)}/strategies`, strategies[index % strategies.length]);
    await post(url, `${inDevelopment(name)}/on`);
  }
  await untilDelivered(url, count);
}

async function untilDelivered(url: string, count: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/client/features`, { headers: { authorization: tokens.client } });
    const { features: delivered = [] } = (await answer.json()) as { features?: { enabled: boolean }[] };
    if (delivered.filter(({ enabled }) => enabled).length === count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

interface Contest {
  readonly title: string;
  readonly wanted: number;
  readonly question: Question;
}

async function contestsAt(url: string): Promise<Contest[]> {
  const authorization = tokens.client;
  const answer = await fetch(`${url}/api/client/features`, { headers: { authorization, 'accept-encoding': 'identity' } });
  const kilobytes = Math.round(((await answer.arrayBuffer()).byteLength ?? 0) / 1000);
  let user = 0;
  const features = '/api/client/features';
  const frontend = { authorization: tokens.frontend };
  const same = { path: () => '/api/frontend?appName=shop&userId=7&sessionId=9', headers: frontend, status: 200 };
  return [
    {
      title: '304',
      wanted: 15_000,
      question: { path: () => features, headers: { authorization, 'if-none-match': answer.headers.get('etag') ?? '' }, status: 304 },
    },
    {
      title: `200, ${kilobytes} kB, gzip`,
      wanted: 4000,
      question: { path: () => features, headers: { authorization, 'accept-encoding': 'gzip' }, status: 200 },
    },
    {
      title: 'frontend, 350 toggles',
      wanted: 1500,
      question: { ...same, path: () => `/api/frontend?appName=shop&sessionId=9&userId=${(user += 1)}` },
    },
    { title: 'frontend, same context', wanted: 5000, question: same },
  ];
}

/** `server` is who does the work and is measured; it is asked at `url`. */
async function measure(way: string, url: string, server: MeasuredProcess, gateway?: MeasuredProcess): Promise<void> {
  for (const { title, wanted, question } of await contestsAt(url)) {
    await askFor(warmUpMs, url, question);
    const begun = [server, gateway].map((process) => (process ? cpuSecondsOf(process.pid) : 0));
    const answers = await askFor(roundMs, url, question);
    const [own = 0, gateways = 0] = [server, gateway].map((process, index) =>
      process ? cpuSecondsOf(process.pid) - (begun[index] ?? 0) : 0,
    );
    const rate = Math.round(answers / own);
    const note = gateway ? `gateway ${Math.round(answers / gateways).toLocaleString('en')}` : '';
    printRow(way, title, rate.toLocaleString('en'), `>= ${wanted.toLocaleString('en')}`, rate >= wanted, note);
  }
}

async function measureChanges(way: string, url: string, pid: number, wantedMs: number): Promise<void> {
  const open = await openReaders(url, tokens.client, readers);
  const times: number[] = [];
  let begun = cpuSecondsOf(pid);
  for (let change = 0; change < warmUpChanges + changes; change += 1) {
    if (change === warmUpChanges) {
      begun = cpuSecondsOf(pid);
      times.length = 0;
    }
    open.reset();
    const since = performance.now();
    await post(url, `${inDevelopment(nameOf(0))}/${change % 2 === 0 ? 'off' : 'on'}`);
    times.push(...(await open.told(since)));
  }
  open.close();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const cpuMs = ((cpuSecondsOf(pid) - begun) * 1000) / changes;
  const note = `median ${at(0.5).toFixed(1)}, longest ${at(0.9999).toFixed(1)}, ${cpuMs.toFixed(1)} ms of CPU each`;
  printRow(way, `change to ${readers} streams, p99`, `${at(0.99).toFixed(1)} ms`, `<= ${wantedMs} ms`, at(0.99) <= wantedMs, note);
}

async function measureMemory(url: string, server: MeasuredProcess): Promise<void> {
  const open = await openReaders(url, tokens.client, manyReaders);
  const megabytes = megabytesOf(server.pid);
  printRow('delivery alone', `${manyReaders.toLocaleString('en')} streams`, `${Math.round(megabytes)} MB`, '< 1,024 MB', megabytes < 1024);
  open.close();
}

function printRow(way: string, what: string, is: string, wanted: string, isEnough: boolean, note = ''): void {
  const cells = [way.padEnd(16), what.padEnd(28), is.padStart(10), wanted.padStart(12), isEnough ? 'yes' : 'NO ', note];
  console.log(`| ${cells.join(' | ')} |`);
  if (!isEnough) process.exitCode = 1;
}

async function benchOneMachine(dataDir: string): Promise<void> {
  const settings = settingsIn(dataDir);
  const standalone = await startServices([], settings);
  await load(standalone.url, features);
  await measure('standalone', standalone.url, standalone);
  await measureChanges('standalone', standalone.url, standalone.pid, 20);
  await standalone.stop();
  // It has left its features and tokens behind: delivery needs nobody else.
  const delivery = await startServices(['delivery'], { ...settings, TOGGLES_URL: unreachable, IDENTITY_URL: unreachable });
  await measure('delivery alone', delivery.url, delivery);
  await measureMemory(delivery.url, delivery);
  const urls = { TOGGLES_URL: unreachable, IDENTITY_URL: unreachable, AUDIT_URL: unreachable, DELIVERY_URL: delivery.url };
  const gateway = await startServices(['gateway'], { ...settings, ...urls });
  await measure('through gateway', gateway.url, delivery, gateway);
  await Promise.all([gateway.stop(), delivery.stop()]);
}

async function benchDistributed(dataDir: string): Promise<void> {
  const prefix = `bench_${randomBytes(3).toString('hex')}_`;
  const own = { ...settingsIn(dataDir), DATABASE_PREFIX: prefix, BUS_PREFIX: prefix, CACHE_PREFIX: prefix, LOG_LEVEL: 'silent' };
  const { environment, servers } = await findEnvironment({ ...process.env, ...own }, () => undefined);
  const processes = await startProcesses({ environment: { ...own, ...environment }, port: 0 });
  try {
    await processes.whenReady(90_000);
    await load(processes.url, 1);
    await measureChanges('distributed', processes.url, processes.services.get('delivery')?.pid ?? 0, 50);
  } finally {
    await processes.close();
    await dropSchemas(environment['DATABASE_URL'] ?? '', prefix);
    await deleteQueues(
      environment['BUS_URL'] ?? '',
      prefix,
      surfaces.flatMap(({ queues = [] }) => queues.map(({ queue }) => queue)),
    );
    await servers.close();
  }
}

console.log('| way              | what                         |         is |       wanted | ok  | note |');
console.log('| ---------------- | ---------------------------- | ---------: | -----------: | --- | ---- |');
for (const bench of [benchOneMachine, benchDistributed]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalbox-bench-'));
  try {
    await bench(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
