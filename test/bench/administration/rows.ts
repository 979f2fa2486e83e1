import type { Ask } from './load.ts';
import { contextQuery, nameOf, project } from './seed.ts';

/** Minimum ratio of the CPU time of the reference server to ours, in each way of running. */
export type Target = Readonly<Record<'standalone' | 'distributed', number>>;

/** Facts about the instance that a request may depend on. */
export interface Known {
  readonly password: string;
  /** The entity tag of all features of an environment. */
  readonly etag: string;
}

/** One scenario of the benchmark. */
export interface Row {
  readonly title: string;
  /** The caller (default an administrator). */
  readonly as?: 'client' | 'frontend' | 'anonymous';
  /** Maximum number of concurrent callers, if a server limits them or responses take long. */
  readonly maxCallers?: number;
  /** Requests of an application that run alongside, at a fixed rate. */
  readonly beside?: { readonly ask: (index: number, size: number) => Ask; readonly perSecond: number };
  readonly ask: (index: number, size: number, known: Known) => Ask;
  readonly target?: Target;
  /** True if the reference server has no such request. */
  readonly isOurs?: boolean;
  /** Requests per window that the reference server accepts: it limits searches to 15 a minute. */
  readonly referenceRequests?: number;
  /** True if it makes the instance larger. Such rows run last. */
  readonly grows?: boolean;
}

const get = (path: string, headers: Record<string, string> = {}): Ask => ({ method: 'GET', path, headers });
export const featuresPath = '/api/client/features?environment=development';
const spec = { 'unleash-client-spec': '5.2.0', 'unleash-appname': 'bench', 'unleash-instanceid': 'bench-1' };
const packed = { ...spec, 'accept-encoding': 'gzip' };
const search = (query: string) => get(`/api/admin/search/features?limit=50&${query}`);
const anyOf = (index: number, size: number) => (index * 7919) % size;
const features = `/api/admin/projects/${project}/features`;
const featurePath = (index: number) => `${features}/${nameOf(index)}`;
const words = ['checkout', 'dark', 'fast-path', 'billing', '0042', 'banner'];
const run = Date.now().toString(36);

const times = (standalone: number, distributed: number): Target => ({ standalone, distributed });

/** Requests of the administration and of SDKs, with the targets of the benchmarks page. */
export const rows: readonly Row[] = [
  { title: 'read one', ask: (index, size) => get(featurePath(anyOf(index, size))), target: times(10, 5) },
  { title: 'search, first page', ask: () => search(`project=IS:${project}`), referenceRequests: 2, target: times(60, 40) },
  {
    title: 'search by a word',
    ask: (index) => search(`query=${words[index % words.length]}`),
    referenceRequests: 2,
    target: times(60, 40),
  },
  { title: 'search by tag', ask: () => search('tag=INCLUDE:simple:beta'), referenceRequests: 2 },
  { title: 'search by segment', ask: (index) => search(`segment=INCLUDE:segment-${index % 12}`), referenceRequests: 2 },
  { title: 'search by reach', ask: () => search('reach=production:some'), isOurs: true },
  { title: 'search, last page', ask: (_index, size) => search(`offset=${size - 60}`), referenceRequests: 2 },
  { title: 'list all', maxCallers: 4, ask: () => get(features) },
  { title: 'update', ask: update, target: times(5, 2.5) },
  { title: 'update, among counts', ask: update, beside: { ask: metrics, perSecond: 17 } },
  { title: 'change, then poll', maxCallers: 1, ask: changeThenPoll, isOurs: true },
  { title: 'health report', maxCallers: 2, ask: () => get(`/api/admin/projects/${project}/health-report`), target: times(20, 12) },
  { title: 'events, last 100', ask: () => get('/api/admin/events'), target: times(15, 8) },
  { title: 'search events', maxCallers: 2, ask: () => get('/api/admin/search/events?limit=50') },
  { title: 'list tokens', ask: () => get('/api/admin/api-tokens') },
  { title: 'log in', as: 'anonymous', maxCallers: 2, ask: logIn },
  {
    title: 'features, unchanged',
    as: 'client',
    ask: (_index, _size, { etag }) => get(featuresPath, { ...packed, 'if-none-match': etag }),
  },
  { title: 'features, gzip', as: 'client', ask: () => get(featuresPath, packed), target: times(400, 150) },
  { title: 'features, plain', as: 'client', maxCallers: 4, ask: () => get(featuresPath, spec), target: times(40, 20) },
  { title: 'metrics of 50 features', as: 'client', ask: metrics, target: times(15, 10) },
  {
    title: 'frontend, new context',
    as: 'frontend',
    ask: (index) => get(`/api/frontend?${contextQuery(`u-${run}-${index}-${performance.now()}`)}`),
    target: times(8, 5),
  },
  { title: 'frontend, same context', as: 'frontend', ask: () => get(`/api/frontend?${contextQuery('7')}`) },
  { title: 'playground, 1 context', maxCallers: 1, ask: play, target: times(80, 60) },
  { title: 'create', ask: create, target: times(8, 4), grows: true },
];

function update(index: number, size: number): Ask {
  const path = featurePath(anyOf(index, size));
  return { method: 'PUT', path, body: { type: 'release', description: `Changed ${index} ${performance.now()}` } };
}

/** Polls all features of an environment as an application does, until the response has the change that was just made. */
function changeThenPoll(index: number, size: number): Ask {
  return { ...update(index, size), next: (revision) => get(featuresPath, { ...packed, 'if-min-revision': revision }) };
}

function create(index: number): Ask {
  const body = { name: `created-${run}-${performance.now()}-${index}`, type: 'release' };
  return { method: 'POST', path: features, body };
}

function metrics(index: number, size: number): Ask {
  const names = Array.from({ length: 50 }, (_, step) => nameOf((index * 50 + step) % size));
  const toggles = Object.fromEntries(names.map((name, step) => [name, { yes: 10 + step, no: step }]));
  const now = new Date().toISOString();
  const body = { appName: 'bench', instanceId: `bench-${index % 10}`, bucket: { start: now, stop: now, toggles } };
  return { method: 'POST', path: '/api/client/metrics', body };
}

function logIn(_index: number, _size: number, { password }: Known): Ask {
  return { method: 'POST', path: '/auth/simple/login', body: { username: 'admin', password } };
}

/** A different user each time, so that no cache has the response. */
function play(index: number): Ask {
  const context = { userId: `fresh-${index}-${performance.now()}`, appName: 'bench' };
  return { method: 'POST', path: '/api/admin/playground/advanced', body: { environments: ['development'], projects: '*', context } };
}
