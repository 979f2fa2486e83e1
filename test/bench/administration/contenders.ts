import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Client, openClient } from '@signalbox/testing';
import { Agent } from 'undici';
import { type Product, startProduct } from '../../journeys/product.ts';
import { startReference } from '../../reference/start-reference.ts';
import { type Group, memoryOf } from './cpu.ts';
import memory from '../../../tools/process-environment.json' with { type: 'json' };
import type { Measure } from './load.ts';
import { profiledOptions } from './profile.ts';
import type { Row } from './rows.ts';
import { seed } from './seed.ts';

export const referenceVersion = '8.2.0';

/** A server that is measured. */
export interface Contender {
  readonly title: string;
  readonly url: string;
  readonly tokens: { readonly admin: string; readonly client: string; readonly frontend: string };
  readonly password: string;
  /** The parts whose CPU time counts: each process of the product, and its database. */
  readonly groups: () => readonly Group[];
  /** Null for the reference server. */
  readonly product: Product | null;
  /** Windows of a row, by the number of callers at once. */
  readonly found: Map<Row, Map<number, Measure[]>>;
  /** Megabytes of each process: after the start, and idle after the import. */
  readonly memory: Map<string, { started?: number; imported?: number }>;
  close(): Promise<void>;
}

type Running = Omit<Contender, 'found' | 'memory'>;

const secret = 'c'.repeat(56);
/** Tokens for all projects, as the reference server's own tokens return all features too. */
const tokens = { client: `*:development.${secret}`, frontend: `*:development.${secret.replaceAll('c', 'f')}` };
const settings = {
  LOGINS_PER_MINUTE: '1000000',
  METRICS_LIMIT_BYTES: '10000000',
  SDK_REQUESTS_PER_MINUTE: '100000000',
  INIT_CLIENT_API_TOKENS: tokens.client,
  INIT_FRONTEND_API_TOKENS: tokens.frontend,
};
const referenceSettings = {
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000',
  CLIENT_METRICS_MAX_PER_MINUTE: '1000000',
  REGISTER_CLIENT_RATE_LIMIT_PER_MINUTE: '1000000',
  UNLEASH_FEATURE_FLAGS_LIMIT: '1000000',
};

/** Bundles a checkout and starts its product, distributed if TEST_WAY is. `databasePid`: process of a database that nothing else uses. */
export async function openCheckout(folder: string, databasePid: number | undefined): Promise<Running> {
  const checkout = resolve(folder);
  execFileSync(process.execPath, [join(checkout, 'services/standalone/src/bundle.ts')], { cwd: checkout, stdio: 'inherit' });
  const product = await startProduct(settings, { main: join(checkout, 'bundle/main.js') });
  const database: Group[] = databasePid === undefined ? [] : [{ name: 'database', pids: [databasePid] }];
  return runningOf(checkout, product, database);
}

const runningOf = (title: string, product: Product, database: readonly Group[]): Running => ({
  title,
  url: product.url,
  tokens: { ...tokens, admin: product.tokens.admin },
  password: product.password,
  groups: () => [...[...product.pids()].map(([name, pid]) => ({ name, pids: [pid] })), ...database],
  product,
  close: () => product.close(),
});

/** Starts this checkout from its files, so that a profile names them. `log` returns what the processes printed. */
export async function openProfiled(): Promise<{ running: Running; log: () => string }> {
  let printed = '';
  const options = { ...settings, NODE_OPTIONS: `${memory.NODE_OPTIONS} ${profiledOptions}` };
  const product = await startProduct(options, { log: (text) => void (printed += text) });
  return { running: runningOf('this checkout', product, []), log: () => printed };
}

/** Starts the reference server on its own PostgreSQL. */
export async function openReference(): Promise<Running> {
  const { serverPid, databasePid, ...reference } = await startReference(referenceVersion, referenceSettings);
  const groups: Group[] = [
    { name: 'server', pids: [serverPid] },
    { name: 'database', pids: [databasePid], withChildren: true },
  ];
  return { ...reference, title: `unleash-server ${referenceVersion}`, groups: () => groups, product: null };
}

/** Fills a server that has just started. */
export async function fillContender(running: Running, size: number, say: (sentence: string) => void): Promise<Contender> {
  const contender: Contender = { ...running, found: new Map(), memory: new Map() };
  noteMemory(contender, 'started');
  const begun = performance.now();
  await seed(await logIn(running), size, say);
  const seconds = (performance.now() - begun) / 1000;
  const rate = Math.round((size * 2) / seconds);
  say(`  ${running.title} imported ${size} features in ${seconds.toFixed(0)} s: ${rate} features and environments a second`);
  return contender;
}

/** Reads the memory of each process of a contender. */
export function noteMemory({ groups, memory }: Contender, when: 'started' | 'imported'): void {
  for (const { name, pids } of groups()) {
    const now = pids.reduce((sum, pid) => sum + memoryOf(pid).now, 0);
    memory.set(name, { ...memory.get(name), [when]: now });
  }
}

/** A client with the session of the administrator: the reference server accepts imports from users only. */
async function logIn({ url, password }: Running): Promise<Client> {
  const agent = new Agent();
  const anonymous = openClient(url, agent, () => ({}));
  const { headers } = await anonymous.post('/auth/simple/login', { username: 'admin', password });
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0]);
  return openClient(url, agent, () => ({ cookie: cookies.join('; ') }));
}
