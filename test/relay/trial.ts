import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, eventually } from '@signalbox/testing';
import { type Fault, type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { selectNamed } from '../../tools/testing/select-named.ts';
import { seeded } from '../races/random.ts';
import { features } from '../delivery/delivery-app.fixture.ts';
import { type Product, startProduct } from '../journeys/product.ts';
import { openChain } from './chain.ts';
import { contentOf, separateSegments } from './relay.fixture.ts';
import { tryRestores } from './restored.ts';
import { type SpawnedRelay, spawnRelay } from './spawn-relay.ts';

/** Result of one trial. */
export interface Outcome {
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

/** The upstream may be this late after a recovery. */
const recoveryMs = 2000;
/** Usage that was accepted this long before a kill is never lost: a second until it leaves delivery, and the write. */
const windowMs = 2000;
const waitMs = 15_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An upstream behind a proxy. */
class Ground {
  readonly upstream: Product;
  readonly proxy: FaultProxy;
  readonly token: string;
  readonly folder: string;
  accepted = 0;

  private constructor(upstream: Product, proxy: FaultProxy, folder: string) {
    this.upstream = upstream;
    this.proxy = proxy;
    this.token = upstream.tokens.client;
    this.folder = folder;
  }

  static async open(): Promise<Ground> {
    const upstream = await startProduct({ SDK_REQUESTS_PER_MINUTE: '1000000' });
    const ground = new Ground(upstream, await openFaultProxy(upstream.url), await mkdtemp(join(tmpdir(), 'signalbox-relay-')));
    for (let count = 0; count < 20; count += 1)
      await upstream.admin.post('/api/admin/projects/default/features', { name: `feature-${count}` });
    return ground;
  }

  /** Evaluations that the upstream has counted. */
  async counted(): Promise<number> {
    const { body } = await this.upstream.admin.get('/api/admin/client-metrics/features/feature-1/raw?hoursBack=48');
    return (body.data as readonly { yes: number }[]).reduce((sum, { yes }) => sum + yes, 0);
  }

  get settings(): Record<string, string> {
    return {
      UPSTREAM_URL: this.proxy.url.replace(/\/$/, ''),
      TOKENS: this.token,
      METRICS_INTERVAL_SECONDS: '2',
      BACKUP_FOLDER: this.folder,
      SDK_REQUESTS_PER_MINUTE: '1000000',
    };
  }

  async change(random: () => number): Promise<void> {
    const [feature, state] = [`feature-${Math.floor(random() * 20)}`, random() < 0.5 ? 'on' : 'off'];
    await this.upstream.admin.post(`/api/admin/projects/default/features/${feature}/environments/development/${state}`);
  }

  /** Reports one evaluation. Returns false if the relay did not accept it. */
  async report(application: Client): Promise<boolean> {
    const now = new Date().toISOString();
    const bucket = { start: now, stop: now, toggles: { 'feature-1': { yes: 1, no: 0 } } };
    const { status } = await application.post('/api/client/metrics', { appName: 'trial', instanceId: randomUUID(), bucket });
    if (status === 202) this.accepted += 1;
    return status === 202;
  }

  async isSame(application: Client): Promise<boolean> {
    const [one, other] = await Promise.all([
      this.upstream.as({ authorization: this.token, ...separateSegments }).get(features),
      application.get(features),
    ]);
    return isDeepStrictEqual(contentOf(one), contentOf(other));
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.upstream.close();
    await rm(this.folder, { recursive: true });
  }
}

/** The faults of a trial, in turns with recoveries. */
const faults: Readonly<Record<string, readonly { readonly fault: Fault; readonly ms: number }[]>> = {
  'upstream dead': [{ fault: { reset: true }, ms: 15_000 }],
  'upstream slow': [{ fault: { delayMs: 400 }, ms: 8000 }],
  'upstream flapping': [
    { fault: { reset: true }, ms: 700 },
    { fault: {}, ms: 500 },
    { fault: { reset: true }, ms: 1500 },
  ],
};

/** Changes features and reports usage all the time, and compares the last of three relays with the upstream after each recovery. */
async function tryFaults(name: string, minutes: number): Promise<Outcome> {
  const ground = await Ground.open();
  const relay = await openChain(ground.settings['UPSTREAM_URL'] ?? '', ground.settings);
  const application = relay.application(ground.token, separateSegments);
  await eventually(() => ground.isSame(application), waitMs);
  const problems: string[] = [];
  const random = seeded(1);
  const end = Date.now() + minutes * 60_000;
  const ending = new AbortController();
  let [reads, recoveries, slowest] = [0, 0, 0];
  const changing = (async () => {
    while (!ending.signal.aborted) {
      await ground.change(random);
      await pause(200);
    }
  })();
  const applying = (async () => {
    while (!ending.signal.aborted) {
      const { status } = await application.get(features);
      reads += 1;
      if (status !== 200) problems.push(`a read answered ${status}`);
      if (!(await ground.report(application))) problems.push('a usage report was refused');
      await pause(20);
    }
  })();
  while (Date.now() < end) {
    for (const { fault, ms } of faults[name] ?? []) {
      ground.proxy.inject(fault);
      await pause(ms);
    }
    ground.proxy.inject({});
    const begun = Date.now();
    await eventually(() => ground.isSame(application), waitMs).catch(() => undefined);
    const late = Date.now() - begun;
    slowest = Math.max(slowest, late);
    recoveries += 1;
    if (late > recoveryMs) problems.push(`features were stale ${late} ms after a recovery`);
    await pause(1000);
  }
  ending.abort();
  await Promise.all([changing, applying]);
  await relay.close();
  await eventually(async () => (await ground.counted()) >= ground.accepted, waitMs).catch(() => undefined);
  const lost = ground.accepted - (await ground.counted());
  if (lost > 0) problems.push(`${lost} of ${ground.accepted} accepted evaluations were lost`);
  await ground.close();
  return {
    name,
    figures: { reads, recoveries, 'slowest recovery (ms)': slowest, accepted: ground.accepted, repeated: Math.max(0, -lost) },
    problems,
  };
}

/** Kills the relay while its upstream is dead, and restarts it from its backup. */
async function tryKills(minutes: number): Promise<Outcome> {
  const ground = await Ground.open();
  const problems: string[] = [];
  const end = Date.now() + minutes * 60_000;
  let [kills, slowest] = [0, 0];
  const serves = async (url: string) => {
    const response = await fetch(url + features, { headers: { authorization: ground.token } });
    return response.status === 200 && ((await response.json()) as { features: unknown[] }).features.length === 20;
  };
  let relay: SpawnedRelay = await spawnRelay(ground.settings, { isServing: serves });
  // Without its saved features, it could not start without its upstream.
  await eventually(() => existsSync(join(ground.folder, 'delivery/state')), waitMs);
  while (Date.now() < end) {
    ground.proxy.inject({ reset: true });
    const application = ground.upstream.as({});
    const own: Client = { ...application, post: (path, body) => postTo(relay.url, ground.token, path, body) };
    for (let count = 0; count < 20; count += 1) if (!(await ground.report(own))) problems.push('a usage report was refused');
    await pause(windowMs);
    await relay.end('SIGKILL');
    relay = await spawnRelay(ground.settings, { isServing: serves, bundled: true });
    kills += 1;
    slowest = Math.max(slowest, relay.startMs);
    ground.proxy.inject({});
    await eventually(async () => (await ground.counted()) >= ground.accepted, waitMs).catch(() => undefined);
  }
  await relay.end('SIGTERM');
  const lost = ground.accepted - (await ground.counted());
  if (lost > 0) problems.push(`${lost} of ${ground.accepted} accepted evaluations were lost`);
  await ground.close();
  const figures = {
    kills,
    'slowest start without upstream (ms)': Math.round(slowest),
    accepted: ground.accepted,
    repeated: Math.max(0, -lost),
  };
  return { name: 'killed while the upstream is dead', figures, problems };
}

async function postTo(url: string, token: string, path: string, body: unknown) {
  const headers = { authorization: token, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, headers: {}, body: await response.text() };
}

const trials: readonly { readonly title: string; readonly run: (minutes: number) => Promise<Outcome> }[] = [
  ...Object.keys(faults).map((name) => ({ title: `upstream ${name}`, run: (minutes: number) => tryFaults(name, minutes) })),
  { title: 'restored', run: tryRestores },
  { title: 'killed', run: tryKills },
];

/** Runs the trials whose title contains a text, each for this long. Returns the number of problems. */
export async function runTrials(minutes: number, only: string): Promise<number> {
  let found = 0;
  for (const { run } of selectNamed(trials, only, ({ title }) => title)) {
    const { name, figures, problems } = await run(minutes);
    const shown = Object.entries(figures).map(([what, figure]) => `${what} ${figure}`);
    print(`${name}: ${shown.join(', ')}, ${problems.length} problems`);
    for (const problem of new Set(problems)) print(`  ${problem}`);
    found += problems.length;
  }
  return found;
}
