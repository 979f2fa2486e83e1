import type { Ask } from './load.ts';
import { nameOf, projectOf, projectSize } from './seed.ts';

/** Maximum CPU milliseconds of all processes and their database, standalone and distributed. */
type Target = Readonly<Partial<Record<'standalone' | 'distributed', number>>>;

/** Data about the instance that requests may need. */
interface Known {
  readonly password: string;
  /** ETag of all features of an environment. */
  readonly etag: string;
}

/** One scenario of the benchmark. */
export interface Row {
  readonly title: string;
  /** The caller (default: an administrator). */
  readonly as?: 'client' | 'frontend' | 'anonymous';
  readonly workers?: number;
  /** Usage reports per second that an application sends meanwhile. */
  readonly beside?: { readonly ask: (index: number, size: number) => Ask; readonly perSecond: number };
  readonly ask: (index: number, size: number, known: Known) => Ask;
  /** Target for an instance of this size, if any. */
  readonly target?: (size: number) => Target | undefined;
}

const get = (path: string, headers: Record<string, string> = {}): Ask => ({ method: 'GET', path, headers });
export const featuresPath = '/api/client/features?environment=development';
const spec = { 'unleash-client-spec': '5.1.0' };
const packed = { ...spec, 'accept-encoding': 'gzip' };
const search = (query: string) => get(`/api/admin/search/features?limit=50&${query}`);
const anyOf = (index: number, size: number) => (index * 7919) % size;
const featurePath = (index: number) => `/api/admin/projects/${projectOf(index)}/features/${nameOf(index)}`;
const words = ['checkout', 'dark', 'fast-path', 'billing', '0042', 'banner'];
const run = Date.now().toString(36);

/** Target for any size, for requests whose cost must not grow with the instance. */
const flat = (standalone: number, distributed?: number) => () => ({ standalone, ...(distributed !== undefined && { distributed }) });
/** Target for 5,000 features, for responses that grow with the instance. */
const perFeature = (standalone: number, distributed: number) => (size: number) => ({
  standalone: (standalone * size) / 5000,
  distributed: (distributed * size) / 5000,
});

/** Requests of administrators and SDKs, with the targets of the benchmarks page. */
export const rows: readonly Row[] = [
  { title: 'read one', ask: (index, size) => get(featurePath(anyOf(index, size))), target: flat(0.8, 1.4) },
  { title: 'search, first page', ask: () => search(''), target: flat(1, 2) },
  { title: 'search by a word', ask: (index) => search(`query=${words[index % words.length]}`), target: flat(1.5, 2.5) },
  { title: 'search in a project', ask: () => search(`project=IS:${projectOf(0)}`) },
  { title: 'search by tag', ask: () => search('tag=INCLUDE:simple:beta') },
  { title: 'search by segment', ask: (index) => search(`segment=INCLUDE:segment-${index % 12}`) },
  { title: 'search by reach', ask: () => search('reach=production:some') },
  { title: 'search, last page', ask: (_index, size) => search(`offset=${size - 60}`) },
  { title: `list a project of ${projectSize}`, workers: 4, ask: () => get('/api/admin/projects/shop-0/features'), target: flat(8, 12) },
  { title: 'update', ask: update, target: flat(2.5, 4) },
  { title: 'update, among counts', ask: update, beside: { ask: metrics, perSecond: 17 } },
  { title: 'change, then poll', workers: 1, ask: changeThenPoll, target: perFeature(30, 60) },
  { title: 'create', ask: create, target: flat(3, 5) },
  {
    title: 'health report',
    workers: 2,
    ask: (_index, size) => get(`/api/admin/projects/${projectOf(size - 1)}/health-report`),
    target: (size) => perFeature(30, 45)(size > projectSize ? size - projectSize : size),
  },
  { title: 'events, last 100', ask: () => get('/api/admin/events'), target: flat(0.6, 1.2) },
  // More concurrent requests are rejected: a search without a condition reads the whole log.
  { title: 'search events', workers: 2, ask: () => ({ method: 'POST', path: '/api/admin/events/search', body: { limit: 50 } }) },
  { title: 'list tokens', ask: () => get('/api/admin/api-tokens') },
  { title: 'log in', as: 'anonymous', workers: 2, ask: logIn },
  {
    title: 'features, unchanged',
    as: 'client',
    ask: (_index, _size, { etag }) => get(featuresPath, { ...packed, 'if-none-match': etag }),
    target: flat(0.067),
  },
  { title: 'features, gzip', as: 'client', ask: () => get(featuresPath, packed), target: flat(0.25) },
  { title: 'features, plain', as: 'client', workers: 2, ask: () => get(featuresPath, spec) },
  { title: 'metrics of 50 features', as: 'client', ask: metrics, target: flat(0.3, 0.5) },
  {
    title: 'frontend, new context',
    as: 'frontend',
    ask: (index) => get(`/api/frontend?userId=u-${run}-${index}-${performance.now()}`),
    target: perFeature(1.5, 2),
  },
  { title: 'frontend, same context', as: 'frontend', ask: () => get('/api/frontend?appName=shop&userId=7'), target: flat(0.2) },
  { title: 'playground, 1 context', workers: 1, ask: play, target: perFeature(70, 100) },
];

function update(index: number, size: number): Ask {
  const path = featurePath(anyOf(index, size));
  return { method: 'PUT', path, body: { type: 'release', description: `Changed ${index} ${performance.now()}` } };
}

/** Polls all features of an environment like an application, with a recent change. */
function changeThenPoll(index: number, size: number): Ask {
  return { ...update(index, size), next: (revision) => get(featuresPath, { ...packed, 'if-min-revision': revision }) };
}

/** Creates features in a separate project, so that the other projects keep their size. */
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

function logIn(_index: number, _size: number, { password }: Known): Ask {
  return { method: 'POST', path: '/auth/simple/login', body: { username: 'admin', password } };
}

/** Uses a different user each time, so that the cache has no response. */
function play(index: number): Ask {
  const context = { userId: `fresh-${index}-${performance.now()}`, appName: 'bench' };
  return { method: 'POST', path: '/api/admin/playground/advanced', body: { environments: ['development'], projects: '*', context } };
}
