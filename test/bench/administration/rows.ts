import type { Ask } from './load.ts';
import { nameOf, projectOf, projectSize } from './seed.ts';

/** One scenario of the benchmark. */
export interface Row {
  readonly title: string;
  readonly service: 'toggles' | 'audit' | 'delivery';
  readonly workers?: number;
  /** What an application sends meanwhile, this many times a second. */
  readonly beside?: { readonly ask: Row['ask']; readonly perSecond: number };
  readonly ask: (index: number, size: number) => Ask;
  /** The most CPU milliseconds of service, gateway and database together, by the number of features. */
  readonly target?: (size: number) => number | undefined;
}

const get = (path: string): Ask => ({ method: 'GET', path });
const search = (query: string) => get(`/api/admin/search/features?limit=50&${query}`);
const anyOf = (index: number, size: number) => (index * 7919) % size;
const featurePath = (index: number) => `/api/admin/projects/${projectOf(index)}/features/${nameOf(index)}`;
const words = ['checkout', 'dark', 'fast-path', 'billing', '0042', 'banner'];
const run = Date.now().toString(36);

/** An indexed way in may cost twice as much at 20,000 features as at 5,000; a scan has a bound of its own there. */
const indexed = (size: number) => (size > 5000 ? 10 : 5);
const scanned = (size: number) => (size > 5000 ? 15 : 5);
const upTo = (ms: number) => () => ms;

/** What the administration is asked, with the targets of the benchmarks page. */
export const rows: readonly Row[] = [
  { title: 'search, first page', service: 'toggles', ask: () => search(''), target: indexed },
  { title: 'search in a project', service: 'toggles', ask: (index) => search(`project=IS:${projectOf(index % 1000)}`), target: indexed },
  { title: 'search by a word', service: 'toggles', ask: (index) => search(`query=${words[index % words.length]}`), target: scanned },
  { title: 'search by tag', service: 'toggles', ask: () => search('tag=INCLUDE:simple:beta'), target: indexed },
  { title: 'search by segment', service: 'toggles', ask: (index) => search(`segment=INCLUDE:segment-${index % 12}`), target: indexed },
  { title: 'search, last page', service: 'toggles', ask: (_index, size) => search(`offset=${size - 60}`), target: scanned },
  {
    title: `list a project of ${projectSize}`,
    service: 'toggles',
    workers: 4,
    ask: () => get('/api/admin/projects/shop-0/features'),
    target: upTo(23),
  },
  { title: 'read one', service: 'toggles', ask: (index, size) => get(featurePath(anyOf(index, size))), target: upTo(3) },
  { title: 'update', service: 'toggles', ask: update, target: upTo(5) },
  { title: 'update, among counts', service: 'toggles', ask: update, beside: { ask: metrics, perSecond: 17 }, target: upTo(5) },
  { title: 'create', service: 'toggles', ask: create, target: upTo(8) },
  {
    title: `health report of ${projectSize}`,
    service: 'toggles',
    workers: 4,
    ask: () => get('/api/admin/projects/shop-0/health-report'),
    target: upTo(30),
  },
  { title: 'events', service: 'audit', ask: () => get('/api/admin/events') },
  { title: 'search events', service: 'audit', ask: () => ({ method: 'POST', path: '/api/admin/events/search', body: { limit: 50 } }) },
  { title: 'metrics of 50 features', service: 'delivery', ask: metrics },
];

function update(index: number, size: number): Ask {
  const path = featurePath(anyOf(index, size));
  return { method: 'PUT', path, body: { type: 'release', description: `Changed ${index} ${performance.now()}` } };
}

/** In a project of their own, so that the others keep their size. */
function create(index: number): Ask {
  const body = { name: `created-${run}-${performance.now()}-${index}`, type: 'release' };
  return { method: 'POST', path: '/api/admin/projects/default/features', body };
}

function metrics(index: number, size: number): Ask {
  const names = Array.from({ length: 50 }, (_, step) => nameOf((index * 50 + step) % size));
  const toggles = Object.fromEntries(names.map((name, step) => [name, { yes: 10 + step, no: step }]));
  const now = new Date().toISOString();
  const body = { appName: 'bench', instanceId: `bench-${index % 10}`, bucket: { start: now, stop: now, toggles } };
  return { method: 'POST', path: '/api/client/metrics', body };
}
