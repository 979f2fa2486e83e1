import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, longDeadlines, newWorkspace, openClient, removeWorkspace, startLimitMs, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';
import { findFreePort } from '@signalbox/testing/servers';
import { type Processes, startProcesses } from '../../tools/distributed/processes.ts';
import { whenHealthy } from './when-healthy.ts';
import { attachTo, type RunningProduct } from './running-product.ts';

/** The running product from its users' view: a URL and tokens. */
export interface Product {
  readonly url: string;
  readonly admin: Client;
  readonly tokens: { readonly admin: string; readonly client: string; readonly frontend: string };
  readonly password: string;
  /** Services in separate processes; none if all are in one. */
  readonly processes: Processes | null;
  /** Processes of the product, by name. */
  readonly pids: () => ReadonlyMap<string, number>;
  readonly as: (headers: Record<string, string>) => Client;
  /** Kills all processes with SIGKILL and restarts them on the same data. */
  readonly crash: () => Promise<void>;
  /** May be called more than once. */
  close(): Promise<void>;
}

const secret = () => randomBytes(28).toString('hex');

interface StartOptions {
  /** Receives the product's log. */
  readonly log?: (text: string) => void;
  /** Entry file of each process, such as that of a bundle (default: that of the test run). */
  readonly main?: string;
}

/** Starts the product's processes, standalone or distributed according to the test run, unless it names a running one. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}, options: StartOptions = {}): Promise<Product> {
  if (testEnvironment.runningProduct !== undefined) return attachTo(JSON.parse(testEnvironment.runningProduct) as RunningProduct);
  const workspace = await newWorkspace(surfaces);
  const tokens = { admin: `*:*.${secret()}`, client: `default:development.${secret()}`, frontend: `default:development.${secret()}` };
  const password = 'a journey of 1000 miles';
  const environment = {
    DATA_DIR: workspace.dataDir,
    DATABASE_PREFIX: workspace.prefix,
    BUS_PREFIX: workspace.prefix,
    CACHE_PREFIX: workspace.prefix,
    ...longDeadlines,
    INTERNAL_SECRET: secret(),
    LOG_LEVEL: testEnvironment.logLevel,
    INIT_ADMIN_PASSWORD: password,
    // Saves half a second per start; only tests of the console need it.
    CONSOLE: 'off',
    INIT_ADMIN_API_TOKENS: tokens.admin,
    INIT_CLIENT_API_TOKENS: tokens.client,
    INIT_FRONTEND_API_TOKENS: tokens.frontend,
    ...settings,
  };
  const run = testEnvironment.way === 'standalone' ? await startOne(environment, options) : await startAll(environment, options);
  const agent = new Agent();
  let closing: Promise<void> | undefined;
  const close = async () => {
    await agent.destroy();
    await run.close();
    await removeWorkspace(workspace);
  };
  return {
    url: run.url,
    admin: openClient(run.url, agent, () => ({ authorization: tokens.admin })),
    tokens,
    password,
    processes: run.processes,
    pids: run.pids,
    as: (headers) => openClient(run.url, agent, () => headers),
    crash: run.crash,
    close: () => (closing ??= close()),
  };
}

interface Run {
  readonly url: string;
  readonly processes: Processes | null;
  readonly pids: () => ReadonlyMap<string, number>;
  readonly crash: () => Promise<void>;
  close(): Promise<void>;
}

async function startOne(environment: Readonly<Record<string, string>>, { log, main = testEnvironment.entry }: StartOptions): Promise<Run> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  const begin = async () => {
    const env = { ...process.env, ...environment, PORT: String(port), HOST: '127.0.0.1' };
    const stdio: StdioOptions = ['ignore', 'ignore', log ? 'pipe' : 'inherit'];
    child = spawn(process.execPath, [main], { env, stdio });
    if (log) child.stderr?.setEncoding('utf8').on('data', log);
    await whenHealthy(url, startLimitMs).catch(async (error: unknown) => {
      await end('SIGKILL');
      throw error;
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill(signal)) await gone;
  };
  await begin();
  return {
    url,
    processes: null,
    pids: () => new Map([['standalone', child.pid ?? 0]]),
    async crash() {
      await end('SIGKILL');
      await begin();
    },
    close: () => end('SIGTERM'),
  };
}

async function startAll(environment: Readonly<Record<string, string>>, options: StartOptions): Promise<Run> {
  const { mysqlUrl = '', amqpUrl = '', redisUrl = '' } = testEnvironment;
  const servers = { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
  const processes = await startProcesses({
    environment: { ...servers, ...environment, HOST: '127.0.0.1' },
    port: 0,
    main: testEnvironment.entry,
    ...options,
  });
  await processes.whenReady(startLimitMs).catch(async (error: unknown) => {
    await processes.close();
    throw error;
  });
  return {
    url: processes.url,
    processes,
    pids: () => new Map([...processes.services].map(([name, { pid }]) => [name, pid ?? 0])),
    async crash() {
      for (const service of processes.services.values()) await service.stop('SIGKILL');
      for (const service of processes.services.values()) service.start();
      await processes.whenReady(startLimitMs);
    },
    close: () => processes.close(),
  };
}
