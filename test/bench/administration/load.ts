import { Pool } from 'undici';
import { type Group, snapshot } from './cpu.ts';

/** One request of a scenario. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request that follows the response and counts as part of this one. */
  readonly next?: (revision: string) => Ask;
}

/** The cost of one scenario. */
export interface Measure {
  readonly requests: number;
  /** CPU milliseconds per request of each group. */
  readonly cpu: ReadonlyMap<string, number>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadOptions {
  readonly groups: readonly Group[];
  readonly headers: Readonly<Record<string, string>>;
  /** Concurrent requests. */
  readonly workers: number;
  readonly seconds: number;
  /** Milliseconds of load before the measurement (default 700). */
  readonly warmUpMs?: number;
  /** Sends this number of requests, one at a time and without a warm-up, to a server that limits requests. */
  readonly requests?: number;
}

/** Keeps a fixed number of requests in flight, and measures after the warm-up. Throws for any status but 2xx and 304. */
export async function load(url: string, ask: (index: number) => Ask, options: LoadOptions): Promise<Measure> {
  const pool = new Pool(url, { connections: options.workers, pipelining: 1 });
  try {
    return options.requests === undefined ? await loadFor(pool, ask, options) : await loadSome(pool, ask, options, options.requests);
  } finally {
    await pool.destroy();
  }
}

async function loadFor(pool: Pool, ask: (index: number) => Ask, options: LoadOptions): Promise<Measure> {
  const ending = new AbortController();
  let index = 0;
  let times: number[] | undefined;
  const worker = async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now();
      await send(pool, ask(index++), options.headers);
      times?.push(performance.now() - begun);
    }
  };
  const workers = Promise.all(Array.from({ length: options.workers }, worker));
  try {
    await Promise.race([pause(options.warmUpMs ?? 700), workers]);
    const before = snapshot(options.groups);
    const measured: number[] = (times = []);
    do await Promise.race([pause(options.seconds * 1000), workers]);
    while (measured.length === 0);
    times = undefined;
    const after = snapshot(options.groups);
    ending.abort();
    await workers;
    return summarise(options.groups, measured, before, after);
  } finally {
    ending.abort();
  }
}

/** Sends a fixed number of requests, one after the other. */
async function loadSome(pool: Pool, ask: (index: number) => Ask, { groups, headers }: LoadOptions, count: number): Promise<Measure> {
  const before = snapshot(groups);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    await send(pool, ask(index), headers);
    times.push(performance.now() - begun);
  }
  return summarise(groups, times, before, snapshot(groups));
}

async function send(pool: Pool, { method, path, body, headers: own, next }: Ask, headers: Readonly<Record<string, string>>): Promise<void> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await pool.request({
    method,
    path,
    headers: { ...headers, ...json, ...own },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (answer.statusCode >= 300 && answer.statusCode !== 304)
    throw new Error(`${method} ${path} answered ${answer.statusCode}: ${await answer.body.text()}`);
  await answer.body.dump({ limit: 100_000_000 });
  if (next) await send(pool, next(String(answer.headers['x-revision'])), headers);
}

function summarise(groups: readonly Group[], times: number[], before: readonly number[], after: readonly number[]): Measure {
  const sorted = times.toSorted((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const cpu = groups.map(({ name }, index): [string, number] => [name, ((after[index] ?? 0) - (before[index] ?? 0)) / times.length]);
  return { requests: times.length, cpu: new Map(cpu), p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
