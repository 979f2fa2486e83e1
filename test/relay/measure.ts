import { Agent, request } from 'undici';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../delivery/delivery-app.fixture.ts';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { type Product, startProduct } from '../journeys/product.ts';
import { maxStreamsHere, openStreams } from './open-streams.ts';
import { type SpawnedRelay, spawnRelay } from './spawn-relay.ts';

const featureCount = 1000;
/** Features of the requests for a smaller list. */
const smallCount = 350;
const measuredMs = 3000;
const connections = 32;
const changes = 100;
const hops = 3;
const streamCount = 20_000;
const starts = 5;
const restMs = 10_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Target {
  readonly min?: number;
  readonly max?: number;
}

/** Prints a figure with its target, and says if it is missed. */
function printFigure(name: string, value: number, { min = -Infinity, max = Infinity }: Target): void {
  const target = max === Infinity ? `at least ${min}` : `at most ${max}`;
  print(`${name}: ${Math.round(value)} (target: ${target})${value < min || value > max ? ', MISSED' : ''}`);
}

/** The upstream, and what each relay needs. */
interface Ground {
  readonly upstream: Product;
  readonly settings: Readonly<Record<string, string>>;
  readonly isServing: (url: string) => Promise<boolean>;
  readonly turn: (feature: number, state: 'on' | 'off') => Promise<unknown>;
}

/** Prints each figure of docs/benchmarks.md with its target. */
export async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
  const ground = await prepare(folder);
  const relay = await spawnRelay(ground.settings, { isServing: ground.isServing, bundled: true });
  await pause(restMs);
  printFigure(`memory at rest with ${featureCount} features, MB`, (await relay.memory()) / 1e6, { max: 90 });
  await measureRequests(relay, ground.upstream);
  await measureStreams(relay, ground.upstream);
  await measureHops(relay, ground);
  await relay.end('SIGTERM');
  await measureStarts(ground);
  await rm(folder, { recursive: true });
  await ground.upstream.close();
}

async function prepare(folder: string): Promise<Ground> {
  const upstream = await startProduct();
  const { client } = upstream.tokens;
  const named = Array.from({ length: featureCount }, (_, index) => nameOf(index));
  const turn: Ground['turn'] = (feature, state) =>
    upstream.admin.post(`/api/admin/projects/default/features/${nameOf(feature)}/environments/development/${state}`);
  for (const name of named) await upstream.admin.post('/api/admin/projects/default/features', { name });
  for (let feature = 0; feature < 10; feature += 1) await turn(feature, 'on');
  const isServing = async (url: string) => {
    const response = await fetch(url + features, { headers: { authorization: client } });
    return response.status === 200 && ((await response.json()) as { features: unknown[] }).features.length === featureCount;
  };
  const settings = { UPSTREAM_URL: upstream.url, TOKENS: client, BACKUP_FOLDER: folder, MAX_STREAMS: String(2 * streamCount) };
  return { upstream, settings, isServing, turn };
}

const nameOf = (index: number): string => `${index < smallCount ? 'small' : 'other'}-${index}`;

async function measureRequests(relay: SpawnedRelay, { tokens: { client, frontend } }: Product): Promise<void> {
  const small = `${features}?namePrefix=small-`;
  const zipped = { authorization: client, 'accept-encoding': 'gzip' };
  const { headers } = await request(relay.url + small, { headers: { authorization: client } });
  const unchanged = { authorization: client, 'if-none-match': String(headers['etag']) };
  const evaluated = { authorization: frontend };
  await printRate(relay, `${smallCount} client features, gzip`, small, zipped, 25_000);
  await printRate(relay, `${featureCount} client features, gzip`, features, zipped, 25_000);
  await printRate(relay, 'client features, 304', small, unchanged, 45_000);
  await printRate(relay, 'frontend, repeated context', '/api/frontend?userId=1', evaluated, 20_000);
  await printRate(relay, 'frontend, new contexts', (count) => `/api/frontend?userId=${count}`, evaluated, 5000);
}

type Path = string | ((count: number) => string);

/** Requests per second of CPU time of the relay, which other processes on the machine hardly affect. */
async function printRate(relay: SpawnedRelay, name: string, path: Path, headers: Record<string, string>, min: number): Promise<void> {
  const agent = new Agent({ connections });
  let count = 0;
  const load = async (until: number) => {
    while (performance.now() < until) {
      count += 1;
      const { body } = await request(relay.url + (typeof path === 'string' ? path : path(count)), { headers, dispatcher: agent });
      await body.dump({ limit: Infinity });
    }
  };
  const run = (ms: number) => Promise.all(Array.from({ length: connections }, () => load(performance.now() + ms)));
  await run(measuredMs / 3);
  const [counted, before] = [count, await relay.processorSeconds()];
  await run(measuredMs);
  printFigure(`${name}, requests per second and core`, (count - counted) / ((await relay.processorSeconds()) - before), { min });
  await agent.destroy();
}

async function measureStreams(relay: SpawnedRelay, { tokens: { client } }: Product): Promise<void> {
  const possible = await maxStreamsHere();
  const count = Math.min(streamCount, possible);
  if (count < streamCount) print(`only ${count} streams: a process may open ${possible} sockets here`);
  const response = await fetch(relay.url + features, { headers: { authorization: client } });
  const { meta } = (await response.json()) as { meta: { revisionId: number } };
  const sockets = await openStreams(relay.url, client, meta.revisionId, count);
  await pause(restMs);
  printFigure(`memory with ${count} streams, MB`, (await relay.memory()) / 1e6, { max: 700 });
  for (const socket of sockets) socket.destroy();
}

/** The time from the response to a change until it is in a stream of each relay in a row. */
async function measureHops(first: SpawnedRelay, { upstream: { tokens }, isServing, turn }: Ground): Promise<void> {
  const relays = [first];
  while (relays.length < hops) {
    const settings = { UPSTREAM_URL: relays.at(-1)?.url ?? '', TOKENS: tokens.client };
    relays.push(await spawnRelay(settings, { isServing, bundled: true }));
  }
  const streams = await Promise.all(relays.map(({ url }) => openStream(url, { authorization: tokens.client })));
  const delays: number[][] = streams.map(() => []);
  for (let change = 0; change < changes; change += 1) {
    const seen = streams.map(({ events }) => events.length);
    await turn(change, change < 10 ? 'off' : 'on');
    const begun = performance.now();
    const arrive = async (hop: number) => {
      while ((streams[hop]?.events.length ?? 0) <= (seen[hop] ?? 0)) await pause(1);
      delays[hop]?.push(performance.now() - begun);
    };
    await Promise.all(streams.map((_, hop) => arrive(hop)));
  }
  for (const [hop, own] of delays.entries()) {
    own.sort((left, right) => left - right);
    const name = `a change until it is in a stream after ${hop + 1} of ${hops} relays`;
    print(`${name}, median, ms: ${Math.round(own[changes / 2] ?? 0)}`);
    printFigure(`${name}, p99, ms`, own[Math.floor(changes * 0.99) - 1] ?? 0, { max: 50 * (hop + 1) });
  }
  for (const stream of streams) stream.close();
  for (const relay of relays.slice(1).reverse()) await relay.end('SIGTERM');
}

/** Starts from a backup, without an upstream. */
async function measureStarts({ settings, isServing }: Ground): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    const relay = await spawnRelay({ ...settings, UPSTREAM_URL: 'http://127.0.0.1:1' }, { isServing, bundled: true });
    times.push(relay.startMs);
    processor.push(1000 * (await relay.processorSeconds()));
    await relay.end('SIGKILL');
  }
  printFigure('first response from a backup without an upstream, fastest of 5, ms', Math.min(...times), { max: 600 });
  print(`slowest, ms: ${Math.round(Math.max(...times))}`);
  print(`CPU time until then, ms: ${Math.round(Math.min(...processor))} to ${Math.round(Math.max(...processor))}`);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
