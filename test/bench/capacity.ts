// What one process of each service carries: CPU milliseconds and requests per second of one core, and memory. Everything runs on this
// machine, so CPU time is what says something. Run it with `npm run bench:capacity -- --features 1000 --seconds 3`.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Client } from '@signalbox/testing';
import { type Cluster, type ServiceName, serviceNames, startCluster } from '../scale/cluster.ts';
import { type Ask, load } from './administration/load.ts';
import { nameOf, projectOf, seed } from './administration/seed.ts';
import { readAmount, readQuantity } from '../../tools/testing/read-amount.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';

const { values: options } = parseArgs({
  options: {
    features: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const size = readAmount(options, 'features');
const seconds = readQuantity(options, 'seconds');
const say = (sentence: string) => console.log(sentence);
const one = Object.fromEntries(serviceNames.map((name) => [name, 1])) as Record<ServiceName, number>;
const settings = { LOGINS_PER_MINUTE: '1000000', METRICS_LIMIT_BYTES: '10000000', SDK_REQUESTS_PER_MINUTE: '100000000' };
const followingMs = 10_000;

interface Row {
  readonly service: ServiceName;
  readonly title: string;
  readonly ask: (index: number) => Ask;
  /** Whose credential it has; the administrator's unless it says otherwise. */
  readonly as?: 'client' | 'frontend' | 'anonymous';
  /** Where it is asked; at the gateways unless it says otherwise. */
  readonly at?: ServiceName;
  readonly workers?: number;
}

const get = (path: string, headers: Record<string, string> = {}): Ask => ({ method: 'GET', path, headers });
const featurePath = (index: number) => `/api/admin/projects/${projectOf(index % size)}/features/${nameOf(index % size)}`;

function usage(index: number): Ask {
  const toggles = Object.fromEntries(Array.from({ length: 50 }, (_, step) => [nameOf((index * 50 + step) % size), { yes: 10, no: step }]));
  const now = new Date().toISOString();
  return {
    method: 'POST',
    path: '/api/client/metrics',
    body: { appName: 'bench', instanceId: `bench-${index % 10}`, bucket: { start: now, stop: now, toggles } },
  };
}

function rowsFor({ password }: Cluster): Row[] {
  const features = get('/api/client/features', { 'accept-encoding': 'gzip' });
  return [
    { service: 'delivery', title: 'all features, gzip', as: 'client', at: 'delivery', ask: () => features },
    {
      service: 'delivery',
      title: 'frontend, each user another',
      as: 'frontend',
      at: 'delivery',
      ask: (index) => get(`/api/frontend?appName=shop&userId=${index}`),
    },
    { service: 'delivery', title: 'counts of 50 features', as: 'client', at: 'delivery', ask: usage },
    { service: 'gateway', title: 'passes on a read of an SDK', as: 'client', ask: () => features },
    { service: 'gateway', title: 'passes on a read of a user', ask: featureRead },
    { service: 'toggles', title: 'read a feature', ask: featureRead },
    { service: 'toggles', title: 'search, 50 of all', ask: () => get('/api/admin/search/features?limit=50') },
    { service: 'toggles', title: 'create a feature', ask: created },
    { service: 'audit', title: 'writes down what toggles states', ask: created },
    { service: 'audit', title: 'last 50 events', workers: 2, ask: () => get('/api/admin/search/events?limit=50') },
    { service: 'identity', title: 'list tokens', ask: () => get('/api/admin/api-tokens') },
    {
      service: 'identity',
      title: 'log in',
      as: 'anonymous',
      workers: 2,
      ask: () => ({ method: 'POST', path: '/auth/simple/login', body: { username: 'admin', password } }),
    },
    {
      service: 'playground',
      title: `${size} features, one context`,
      workers: 2,
      ask: (index) => ({
        method: 'POST',
        path: '/api/admin/playground',
        body: { environment: 'development', context: { appName: 'bench', userId: String(index) } },
      }),
    },
  ];
}

const featureRead = (index: number): Ask => get(featurePath(index));
const run = Date.now().toString(36);
const created = (index: number): Ask => ({
  method: 'POST',
  path: '/api/admin/projects/default/features',
  body: { name: `created-${run}-${performance.now()}-${index}` },
});

async function measure(cluster: Cluster): Promise<void> {
  const groups = serviceNames.map((name) => ({ name, pids: [cluster.replicas[name][0]?.pid ?? 0] }));
  say('| service    | asked                           | CPU ms | a second of one core | answered a second | p50 ms | others, CPU ms |');
  say('| ---------- | ------------------------------- | -----: | -------------------: | ----------------: | -----: | -------------- |');
  for (const { service, title, ask, as = 'admin', at = 'gateway', workers = 10 } of selectNamed(
    rowsFor(cluster),
    options.only,
    (row) => `${row.service} ${row.title}`,
  )) {
    const headers = as === 'anonymous' ? {} : { authorization: cluster.tokens[as] };
    const found = await load(cluster.balancers[at].url, ask, { groups, headers, workers, seconds });
    const cpuMs = found.cpu.get(service) ?? Number.NaN;
    const others = [...found.cpu].filter(([name, ms]) => name !== service && ms >= 0.05).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    const figures = [
      cpuMs.toFixed(2).padStart(6),
      (1000 / cpuMs).toFixed(0).padStart(20),
      (found.requests / seconds).toFixed(0).padStart(17),
    ];
    say(`| ${[service.padEnd(10), title.padEnd(31), ...figures, found.p50Ms.toFixed(1).padStart(6), others.join(', ')].join(' | ')} |`);
  }
}

/** Resident memory of each process, in megabytes. */
function memory({ replicas }: Cluster): string {
  const resident = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
  return serviceNames.map((name) => `${name} ${resident(replicas[name][0]?.pid ?? 0).toFixed(0)}`).join(', ');
}

/** Imports are for users. */
async function logIn({ as, password }: Cluster): Promise<Client> {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  return as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}

const cluster = await startCluster(one, settings);
try {
  say(`empty, resident MB: ${memory(cluster)}`);
  await seed(await logIn(cluster), size, say);
  await new Promise((resolve) => setTimeout(resolve, followingMs));
  say(`with ${size} features, resident MB: ${memory(cluster)}\n`);
  await measure(cluster);
  say(`\nafterwards, resident MB: ${memory(cluster)}`);
} finally {
  await cluster.close();
}
process.exit(0);
