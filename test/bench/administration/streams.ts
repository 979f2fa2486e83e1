import { equal } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import type { Product } from '../../journeys/product.ts';
import { memoryOf } from './cpu.ts';
import { openReaders } from './readers.ts';

const readers = 1000;
const manyReaders = 10_000;
const warmUpChanges = 20;
const changes = 100;
/** Target for 99 % of the streams. */
const targetMs = testEnvironment.way === 'standalone' ? 20 : 50;

export const streamsTitle = 'change to 1,000 streams';

const project = '/api/admin/projects/streams';

/** Measures how long a change takes to reach open streams, and the memory of many streams. Returns the number of missed targets. */
export async function measureStreams(product: Product, say: (sentence: string) => void): Promise<number> {
  const token = await openProject(product);
  const open = await openReaders(product.url, token, readers);
  const times: number[] = [];
  for (let change = 0; change < warmUpChanges + changes; change += 1) {
    open.reset();
    const since = performance.now();
    await flip(product, change % 2 === 0);
    const reached = await open.reported(since);
    if (change >= warmUpChanges) times.push(...reached);
  }
  open.close();
  times.sort((one, other) => one - other);
  const [p50, p99] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)] ?? Number.NaN) as [number, number];
  say(`\n${streamsTitle}: 50 % within ${p50.toFixed(0)} ms, 99 % within ${p99.toFixed(0)} ms${goal(p99)}`);
  const many = await openReaders(addressOf(product), token, manyReaders);
  const megabytes = [...product.pids()].map(([name, pid]) => `${name} ${memoryOf(pid).now}`);
  say(`MB with ${manyReaders} open streams: ${megabytes.join(', ')}`);
  many.close();
  return Number(p99 > targetMs);
}

/** Connects to delivery directly if it has its own process. A gateway needs two sockets for each stream, more than a process may open. */
function addressOf({ processes, url }: Product): string {
  const port = processes?.services.get('delivery')?.port;
  return port === undefined ? url : `http://127.0.0.1:${port}`;
}

const goal = (p99: number) => `, target ${targetMs} ms${p99 > targetMs ? ' MISSED' : ''}`;

/** Creates one feature in a separate project, so that the first event of a stream is small. Returns a token for the project. */
async function openProject({ admin }: Product): Promise<string> {
  equal((await admin.post('/api/admin/projects', { id: 'streams', name: 'streams' })).status, 201);
  equal((await admin.post(`${project}/features`, { name: 'streamed' })).status, 201);
  equal((await admin.post(`${project}/features/streamed/environments/development/strategies`, { name: 'default' })).status, 200);
  const token = { tokenName: 'streams', type: 'client', environment: 'development', projects: ['streams'] };
  const { body } = await admin.post('/api/admin/api-tokens', token);
  return body.secret;
}

async function flip({ admin }: Product, isOn: boolean): Promise<void> {
  equal((await admin.post(`${project}/features/streamed/environments/development/${isOn ? 'on' : 'off'}`)).status, 200);
}
