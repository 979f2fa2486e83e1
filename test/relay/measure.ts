import { Agent, request } from 'undici';
import { eventually } from '@signalbox/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '../delivery/delivery-app.fixture.ts';
import { startProduct } from '../journeys/product.ts';
import { openStream } from '../delivery/event-stream.fixture.ts';
import { type SpawnedRelay, spawnRelay } from './spawn-relay.ts';

const featureCount = 1000;
const measuredMs = 3000;
const connections = 32;
const hops = 30;
const restMs = 10_000;

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Prints the figures of docs/benchmarks.md: CPU time per request, memory, the start without an upstream, and the delay of a change. */
export async function measure(): Promise<void> {
  const upstream = await startProduct();
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
  const { client, frontend } = upstream.tokens;
  const named = Array.from({ length: featureCount }, (_, index) => `feature-${index}`);
  const turn = (name: string, state: 'on' | 'off') =>
    upstream.admin.post(`/api/admin/projects/default/features/${name}/environments/development/${state}`);
  for (const name of named) await upstream.admin.post('/api/admin/projects/default/features', { name });
  for (const name of named.slice(0, 10)) await turn(name, 'on');
  const serves = async (url: string) => {
    const response = await fetch(url + features, { headers: { authorization: client } });
    return response.status === 200 && ((await response.json()) as { features: unknown[] }).features.length === featureCount;
  };
  const settings = { UPSTREAM_URL: upstream.url, TOKENS: client, BACKUP_FOLDER: folder };
  const relay = await spawnRelay(settings, { isServing: serves, bundled: true });
  await new Promise((resolve) => setTimeout(resolve, restMs));
  print(`memory at rest with ${featureCount} features: ${Math.round((await relay.memory()) / 1e6)} MB`);
  const { headers } = await request(relay.url + features, { headers: { authorization: client } });
  await printCost(relay, 'client features, gzip', features, { authorization: client, 'accept-encoding': 'gzip' });
  await printCost(relay, 'client features, 304', features, { authorization: client, 'if-none-match': String(headers['etag']) });
  await printCost(relay, 'frontend, repeated context', '/api/frontend?userId=1', { authorization: frontend });
  await printCost(relay, 'frontend, new contexts', (count) => `/api/frontend?userId=${count}`, { authorization: frontend });
  const stream = await openStream(relay.url, { authorization: client });
  const delays: number[] = [];
  for (let hop = 0; hop < hops; hop += 1) {
    const seen = stream.events.length;
    await turn(`feature-${hop}`, hop < 10 ? 'off' : 'on');
    const begun = performance.now();
    await eventually(() => stream.events.length > seen);
    delays.push(performance.now() - begun);
  }
  stream.close();
  delays.sort((left, right) => left - right);
  print(`change until it is in a stream: median ${delays[hops / 2]?.toFixed(0)} ms, slowest ${delays.at(-1)?.toFixed(0)} ms`);
  await relay.end('SIGTERM');
  const starts: number[] = [];
  const processor: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const restarted = await spawnRelay({ ...settings, UPSTREAM_URL: 'http://127.0.0.1:1' }, { isServing: serves, bundled: true });
    starts.push(restarted.startMs);
    processor.push(1000 * (await restarted.processorSeconds()));
    await restarted.end('SIGKILL');
  }
  print(`first response from a backup without an upstream: ${Math.round(Math.min(...starts))} to ${Math.round(Math.max(...starts))} ms`);
  print(`CPU time until then: ${Math.round(Math.min(...processor))} to ${Math.round(Math.max(...processor))} ms`);
  await rm(folder, { recursive: true });
  await upstream.close();
}

type Path = string | ((count: number) => string);

/** CPU time per request of the relay, which other processes on the machine hardly affect. */
async function printCost(relay: SpawnedRelay, name: string, path: Path, headers: Record<string, string>): Promise<void> {
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
  const micros = (((await relay.processorSeconds()) - before) / (count - counted)) * 1e6;
  print(`${name}: ${micros.toFixed(0)} µs of CPU per request, ${Math.round(1e6 / micros)} requests per second and core`);
  await agent.destroy();
}
