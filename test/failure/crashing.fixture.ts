import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { surfaces } from '@signalbox/standalone/services';
import { newWorkspace, openClient, type Workspace, removeWorkspace, testEnvironment } from '@signalbox/testing';
import { Agent } from 'undici';
import { findFreePort } from '../../tools/distributed/ports.ts';
import type { Crash } from './crashing-product.ts';
import { writeUntil } from './writer.ts';

const token = `*:*.${randomBytes(28).toString('hex')}`;
const crashLimitMs = 60_000;
const patienceMs = 3000;

/** The product in a process that ends itself, started again and again on the same data. */
export interface CrashingProduct {
  readonly workspace: Workspace;
  /** Starts it with this fate and resolves when it has crashed; rejects when it does not. */
  crash(plan: Crash): Promise<void>;
  /** Starts it to stay. */
  start(): void;
  /** Creates features, several at a time, until `stop`; each is asked for until it was acknowledged. Resolves to their names. */
  write(writers: number, stop: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

export async function openCrashingProduct(): Promise<CrashingProduct> {
  const workspace = await newWorkspace(surfaces);
  const port = await findFreePort();
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const client = openClient(`http://127.0.0.1:${port}`, agent, () => ({ authorization: token }));
  const environment = environmentOf(workspace, port);
  const closing = new AbortController();
  let child: ChildProcess | undefined;
  const begin = (plan: Crash) => {
    const main = join(import.meta.dirname, 'crashing-product.ts');
    child = spawn(process.execPath, [main, JSON.stringify(plan)], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
    return child;
  };
  return {
    workspace,
    async crash(plan) {
      const [code, signal] = (await once(begin(plan), 'exit', { signal: AbortSignal.timeout(crashLimitMs) })) as [
        number | null,
        string | null,
      ];
      child = undefined;
      if (signal !== 'SIGKILL') throw new Error(`ended with ${code ?? signal} instead of crashing: ${JSON.stringify(plan)}`);
    },
    start: () => void begin({ crash: null, confirmsEarly: false }),
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
      if (child) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
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
    INIT_ADMIN_API_TOKENS: token,
    PORT: String(port),
    HOST: '127.0.0.1',
    ...servers,
  };
}
