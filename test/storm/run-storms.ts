import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Client, openClient, testEnvironment } from '@signalbox/testing';
import { findFreePort } from '@signalbox/testing/servers';
import { Agent } from 'undici';
import { root } from '../../tools/testing/root.ts';
import { memoryOf } from '../bench/administration/cpu.ts';
import { nameOf, project, seed as seedFeatures } from '../bench/administration/seed.ts';
import type { Ground } from '../failure/ground.ts';
import { atLeast, type Figure, load, pause, percentile, upTo, within } from '../failure/trial.ts';
import { type Product, startProduct } from '../journeys/product.ts';
import { type Crowd, gatherCrowd, type Report } from './crowd.ts';
import { chooseVictims, type Victims } from './victims.ts';

export interface StormAmounts {
  readonly streams: number;
  readonly features: number;
  readonly pollers: number;
  readonly seeds: number;
}

type Say = (sentence: string) => void;

const now = () => performance.timeOrigin + performance.now();
const settings = { MAX_STREAMS: '30000', SDK_REQUESTS_PER_MINUTE: '100000000' };
const limitMs = 120_000;
const sampleMs = 250;
/** Time between the opening of the streams and the failure: delivery saves its state every 10 s. */
const restMs = 12_000;
/** Time between the first response and the switch. */
const switchAfterMs = 2000;
const memoryFactor = 1.5;

/** Runs the storms of this way of running. Returns true if all targets are met. */
export async function runStorms(ground: Ground | null, kill: string, amounts: StormAmounts, say: Say): Promise<boolean> {
  const chosen = chooseVictims(kill);
  execFileSync(process.execPath, [join(root, 'services/standalone/src/bundle.ts')], { cwd: root, stdio: 'inherit' });
  const adminPort = await findFreePort();
  const main = join(root, 'bundle/main.js');
  const product = await startProduct({ ...settings, ADMIN_PORT: String(adminPort) }, { main });
  const agent = new Agent();
  const operator = openClient(`http://127.0.0.1:${adminPort}`, agent, () => ({ authorization: product.tokens.admin }));
  let missed = 0;
  try {
    await seedFeatures(product.admin, amounts.features, say);
    for (const open of chosen) {
      const victims = await open(product, ground);
      for (let seed = 1; seed <= amounts.seeds; seed += 1) missed += await runStorm({ product, operator }, victims, amounts, seed, say);
      await victims.close();
    }
  } finally {
    await agent.destroy();
    await product.close();
  }
  return missed === 0;
}

/** The product, and a user at its ADMIN_PORT. */
interface Setting {
  readonly product: Product;
  readonly operator: Client;
}

async function runStorm(setting: Setting, victims: Victims, amounts: StormAmounts, seed: number, say: Say): Promise<number> {
  const { streams, pollers, features } = amounts;
  const { product } = setting;
  const crowd = gatherCrowd({ url: victims.url, token: product.tokens.client, streams, pollers, resuming: 0.5, seed });
  try {
    crowd.open();
    const { connected } = await until(crowd, 0, (report) => report.connected === streams);
    say(`\nseed ${seed}, ${testEnvironment.way}: ${connected} streams and ${pollers} polling applications, ${features} features`);
    say(`killed: ${victims.title}; load ${load().toFixed(1)}`);
    await pause(restMs);
    const figures = await measureStorm(setting, victims, crowd, amounts, say);
    for (const { title, demanded, seen, holds } of figures) say(`  ${holds ? 'holds' : 'MISSED'}: ${title}: ${seen}, target ${demanded}`);
    return figures.filter(({ holds }) => !holds).length;
  } finally {
    await crowd.close();
  }
}

async function measureStorm(
  { product, operator }: Setting,
  victims: Victims,
  crowd: Crowd,
  { streams }: StormAmounts,
  say: Say,
): Promise<readonly Figure[]> {
  crowd.mark();
  const memory = watchMemory(victims);
  const { cpuMs } = await crowd.report(0);
  const killedAt = now();
  await victims.kill();
  await untilAnswered(product, victims);
  const answeredAt = now();
  const polledBefore = failedPolls(await crowd.report(0));
  await pause(switchAfterMs);
  const switchedAt = now();
  const read = product.admin.get(featurePath).then(() => now() - switchedAt);
  const revision = await throwSwitch(operator);
  const switchMs = now() - switchedAt;
  const readMs = await read;
  const last = await until(crowd, revision, ({ current }) => current === streams);
  const backMs = now() - answeredAt;
  const report = await crowd.report(revision, switchedAt);
  const delays = report.arrivals.map((at) => at - switchedAt);
  const seconds = (now() - killedAt) / 1000;
  say(
    `  first response after ${((answeredAt - killedAt) / 1000).toFixed(1)} s; ${(report.bytes / 1e9).toFixed(1)} GB; polls ${JSON.stringify(report.polls)}`,
  );
  say(`  a user who connected to PORT at the time of the switch got a response after ${Math.round(readMs)} ms`);
  say(`  slowest poll ${Math.round(report.slowestPollMs)} ms; ${report.refused} refused streams; memory in MB: ${memory.text()}`);
  say(
    `  callers: ${((last.cpuMs - cpuMs) / 1000).toFixed(1)} s of CPU in ${seconds.toFixed(1)} s, longest turn ${report.slowestTurnMs.toFixed(0)} ms`,
  );
  const polls = Object.values(report.polls).reduce((sum, count) => sum + count, 0);
  return [
    atLeast('streams at the newest revision', streams, last.current),
    within('until all of them are, after the first response', 15_000, backMs),
    within('response to the switch', 1000, switchMs),
    atLeast(`of the ${report.awaited} streams connected then, received the switch`, report.awaited, delays.length),
    within('p99 of their delays', 2000, percentile(delays, 0.99)),
    upTo('polls in a hundred answered with 5xx after the first response', 1, (100 * (failedPolls(report) - polledBefore)) / polls),
    upTo('growth of the memory of a process, times', memoryFactor, memory.growth()),
  ];
}

const failedPolls = ({ polls }: Report): number =>
  Object.entries(polls).reduce((sum, [status, count]) => sum + (status.startsWith('5') ? count : 0), 0);

const featurePath = `/api/admin/projects/${project}/features/${nameOf(0)}`;

/** Turns a feature on or off, and returns the revision of the change. */
async function throwSwitch(operator: Client): Promise<number> {
  const { body } = await operator.get(featurePath);
  const environments = body.environments as { name: string; enabled: boolean }[];
  const isOn = environments.find(({ name }) => name === 'development')?.enabled ?? false;
  const { status, headers } = await operator.post(`${featurePath}/environments/development/${isOn ? 'off' : 'on'}`);
  if (status !== 200) throw new Error(`The switch was answered with ${status}.`);
  return Number(headers['x-revision']);
}

async function untilAnswered({ tokens }: Product, { url }: Victims): Promise<void> {
  const headers = { authorization: tokens.client, connection: 'close' };
  for (let isOk = false; !isOk; await pause(20)) {
    const answer = await fetch(`${url}/api/client/features`, { headers, signal: AbortSignal.timeout(5000) }).catch(() => null);
    isOk = answer?.ok ?? false;
    await answer?.arrayBuffer().catch(() => undefined);
  }
}

async function until(crowd: Crowd, revision: number, isDone: (report: Report) => boolean): Promise<Report> {
  const end = now() + limitMs;
  for (;;) {
    const report = await crowd.report(revision);
    if (isDone(report) || now() > end) return report;
    await pause(sampleMs);
  }
}

/** Resident memory of each process, before and at its peak. */
function watchMemory({ pids }: Victims) {
  const before = readMemory(pids());
  const peaks = new Map<string, number>();
  setInterval(() => {
    for (const [name, resident] of readMemory(pids())) peaks.set(name, Math.max(resident, peaks.get(name) ?? 0));
  }, sampleMs).unref();
  return {
    text: () => [...peaks].map(([name, peak]) => `${name} ${before.get(name)} to ${peak}`).join(', '),
    growth: () => Math.max(...[...peaks].map(([name, peak]) => Math.round((100 * peak) / (before.get(name) ?? peak)) / 100)),
  };
}

function readMemory(pids: ReadonlyMap<string, number>): Map<string, number> {
  const read = new Map<string, number>();
  for (const [name, pid] of pids) {
    try {
      const { now: resident } = memoryOf(pid);
      if (resident > 0) read.set(name, resident);
    } catch {
      // The process has just ended.
    }
  }
  return read;
}
