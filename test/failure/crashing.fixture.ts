import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, newWorkspace, openClient, type Workspace, removeWorkspace, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';
import { findFreePort } from '@signalbox/testing/servers';
import { failingMain, type PlannedFailpoint, variablesOf } from './failpoint.ts';
import { writeUntil } from './writer.ts';

const token = `*:*.${randomBytes(28).toString('hex')}`;
/** Processes on the same data share it. */
const internalSecret = randomBytes(32).toString('hex');
const crashLimitMs = 110_000;
const timeoutMs = 3000;
const startAgainMs = 300;

/** The product in a process that kills itself, restarted on the same data each time. */
export interface CrashingProduct {
  readonly workspace: Workspace;
  /** Token of an administrator. */
  readonly client: Client;
  /** Starts the product with a crash at that point, and resolves when it has crashed. Rejects if it does not. */
  crash(at: PlannedFailpoint): Promise<void>;
  /** Starts the product for good. It is restarted if it exits, as by a supervisor. */
  start(): void;
  /** Starts another process on the same servers, with a port of its own. Resolves with a function that kills it. */
  startSecond(): Promise<() => Promise<void>>;
  /** Kills the product from outside. Resolves when it has exited. */
  kill(): Promise<void>;
  /** Creates features, several in parallel, until `stop`. Repeats each request until it is acknowledged. Resolves with their names. */
  write(writers: number, stop: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens the fixture. The settings override its own. */
export async function openCrashingProduct(settings: Record<string, string> = {}): Promise<CrashingProduct> {
  const workspace = await newWorkspace(surfaces);
  const port = await findFreePort();
  const agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const client = openClient(`http://127.0.0.1:${port}`, agent, () => ({ authorization: token }));
  const environment = { ...environmentOf(workspace, port), ...settings };
  const closing = new AbortController();
  let child: ChildProcess | undefined;
  const begin = (planned: PlannedFailpoint | null) => {
    const env = { ...environment, ...variablesOf(planned) };
    child = spawn(process.execPath, [failingMain], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    return child;
  };
  const ended = async (running: ChildProcess): Promise<void> => {
    const end = once(running, 'exit', { signal: AbortSignal.timeout(crashLimitMs) });
    const [code, signal] = (await end) as [number | null, string | null];
    child = undefined;
    if (signal !== 'SIGKILL') throw new Error(`ended with ${code ?? signal} instead of crashing`);
  };
  const start = (): void => {
    const running = begin(null);
    running.once('exit', () => running === child && setTimeout(() => running === child && start(), startAgainMs));
  };
  return {
    workspace,
    client,
    crash: (failpoint) => ended(begin(failpoint)),
    start,
    async startSecond() {
      const dataDir = join(workspace.dataDir, 'second');
      await mkdir(dataDir, { recursive: true });
      const env = { ...environment, DATA_DIR: dataDir, PORT: String(await findFreePort()) };
      const second = spawn(process.execPath, [failingMain], { env, stdio: ['ignore', 'ignore', 'inherit'] });
      return async () => {
        const gone = once(second, 'exit');
        second.kill('SIGKILL');
        await gone;
      };
    },
    async kill() {
      const running = child;
      if (!running) return;
      child = undefined;
      const dying = ended(running);
      running.kill('SIGKILL');
      await dying;
    },
    write: async (writers, stop) => {
      const lists = await Promise.all(
        Array.from({ length: writers }, (_, writer) =>
          writeUntil(client, { project: 'default', prefix: `crash-${writer}`, stop, closing: closing.signal }),
        ),
      );
      return lists.flat();
    },
    async close() {
      closing.abort();
      await agent.destroy();
      const running = child;
      child = undefined;
      if (running && running.exitCode === null && running.signalCode === null) {
        const gone = once(running, 'exit');
        running.kill('SIGTERM');
        await gone;
      }
      await removeWorkspace(workspace);
    },
  };
}

function environmentOf(workspace: Workspace, port: number): Record<string, string> {
  const { way, mysqlUrl = '', amqpUrl = '', redisUrl = '', logLevel } = testEnvironment;
  const servers: Record<string, string> = way === 'standalone' ? {} : { DATABASE_URL: mysqlUrl, BUS_URL: amqpUrl, CACHE_URL: redisUrl };
  return {
    DATA_DIR: workspace.dataDir,
    DATABASE_PREFIX: workspace.prefix,
    BUS_PREFIX: workspace.prefix,
    CACHE_PREFIX: workspace.prefix,
    LOG_LEVEL: logLevel,
    INIT_ADMIN_PASSWORD: 'a crash or two',
    INTERNAL_SECRET: internalSecret,
    INIT_ADMIN_API_TOKENS: token,
    PORT: String(port),
    HOST: '127.0.0.1',
    ...servers,
  };
}
