// What the playground costs: CPU milliseconds per request of everything that serves it, for how long a large one
// holds the event loop, and how much memory it takes. Linux only. Run it with `node tools/run.mjs test/bench/playground.ts`; with
// TEST_WAY=distributed it uses the servers that TEST_MYSQL_URL, TEST_AMQP_URL and TEST_REDIS_URL name.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { principalHeader } from '@signalbox/contracts';
import { sign } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { openPlaygroundApp } from '../playground/playground-app.fixture.ts';
import { load } from './administration/load.ts';
import { projectOf, seed } from './administration/seed.ts';

const size = 5000;
const seconds = 5;
const settlingMs = 3000;
const resolutionMs = 1;
const advanced = '/api/admin/playground/advanced';

const say = (sentence: string) => console.log(sentence);
const values = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index).join(',');

const question = (context: object, projects: '*' | string[] = '*') => ({
  environments: ['development'],
  projects,
  context: { appName: 'bench', country: 'NO', plan: 'pro', ...context },
});

interface Row {
  readonly title: string;
  readonly target?: number;
  readonly body: (index: number) => object;
}

/** Each request but the last row's is about somebody else, so that it is not found in the cache. */
const rows: readonly Row[] = [
  { title: '5,000 features, 1 context', target: 150, body: (index) => question({ userId: `fresh-${index}` }) },
  {
    title: '1,000 features, 10 contexts',
    target: 250,
    body: (index) => question({ userId: values(10, index * 10) }, [projectOf(0)]),
  },
  { title: '1,000 features, 1 context', body: (index) => question({ userId: `one-${index}` }, [projectOf(0)]) },
  { title: 'the same again', body: () => question({ userId: 'kept' }, [projectOf(0)]) },
];

async function measure(product: Product): Promise<void> {
  const groups = [...product.pids()].map(([name, pid]) => ({ name, pids: [pid] }));
  const headers = { authorization: product.tokens.admin };
  for (const { title, target, body } of rows) {
    const ask = (index: number) => ({ method: 'POST', path: advanced, body: body(index) }) as const;
    const { cpu, p50Ms } = await load(product.url, ask, { groups, headers, workers: 1, seconds });
    const parts = [...cpu].filter(([, ms]) => ms >= 0.5).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    const sum = [...cpu.values()].reduce((total, ms) => total + ms, 0);
    const goal = target === undefined ? '' : `, target ${target}${sum > target ? ' MISSED' : ''}`;
    say(`${title}: ${sum.toFixed(1)} ms CPU (${parts.join(', ')})${goal}; answered in ${p50Ms.toFixed(0)} ms`);
  }
}

/** One large answer, read by another process: for how long it holds the event loop, and what it adds to the memory. */
async function measureLarge(contexts: number): Promise<void> {
  const at = await openPlaygroundApp();
  try {
    await seed(at.operator, size, () => undefined);
    await new Promise((resolve) => setTimeout(resolve, settlingMs));
    const headers = { 'content-type': 'application/json', [principalHeader]: await sign(at.app.users.admin) };
    const ask = (userId: string) => readAll({ url: at.app.url + advanced, headers, body: JSON.stringify(question({ userId })) });
    await ask('warm');
    const delay = monitorEventLoopDelay({ resolution: resolutionMs });
    delay.enable();
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const { bytes } = await ask(values(contexts));
    clearInterval(sampling);
    delay.disable();
    const holdMs = Math.round(delay.max / 1e6) - resolutionMs;
    say(
      `${size * contexts} results (${(bytes / 1e6).toFixed(0)} MB): event loop held ${holdMs} ms at most, target 50${holdMs > 50 ? ' MISSED' : ''}; ` +
        `memory grew by ${((peak - before) / 1e6).toFixed(0)} MB`,
    );
  } finally {
    await at.close();
  }
}

async function readAll(request: object): Promise<{ status: number; bytes: number }> {
  const reader = join(import.meta.dirname, 'playground/read-all.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [reader, JSON.stringify(request)]);
  return JSON.parse(stdout) as { status: number; bytes: number };
}

const product = await startProduct({});
try {
  const { headers } = await product.as({}).post('/auth/simple/login', { username: 'admin', password: product.password });
  await seed(product.as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' }), size, say);
  await new Promise((resolve) => setTimeout(resolve, settlingMs));
  await measure(product);
} finally {
  await product.close();
}
for (const contexts of [1, 20]) await measureLarge(contexts);
process.exit(0);
