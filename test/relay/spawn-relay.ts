import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { findFreePort } from '@signalbox/testing/servers';
import { root } from '../../tools/testing/root.ts';

/** A relay in a process of its own. */
export interface SpawnedRelay {
  readonly url: string;
  readonly pid: number;
  /** Time until the first response, in milliseconds. */
  readonly startMs: number;
  /** Resident memory in bytes. */
  memory(): Promise<number>;
  /** CPU time so far, in seconds. */
  processorSeconds(): Promise<number>;
  /** Ends it: SIGTERM lets it report its usage, SIGKILL does not. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface SpawnOptions {
  /** Resolves when the relay serves. */
  readonly isServing: (url: string) => Promise<boolean>;
  /** Start the bundle, which must exist, instead of the files. */
  readonly bundled?: boolean;
  /** Default: a free one. */
  readonly port?: number;
}

const pollMs = 10;
const startLimitMs = 60_000;
const ticksPerSecond = 100;
const pageBytes = 4096;

/** Starts a relay with these settings, and waits until it serves. */
export async function spawnRelay(
  settings: Readonly<Record<string, string>>,
  { isServing, bundled, port: own }: SpawnOptions,
): Promise<SpawnedRelay> {
  const main = join(root, bundled ? 'bundle/main.js' : 'services/standalone/src/main.ts');
  const memory = JSON.parse(await readFile(join(root, 'tools/process-environment.json'), 'utf8')) as Record<string, string>;
  const port = own ?? (await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, [main, 'relay'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...memory, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'silent', ...settings },
  });
  while (!(await isServing(url).catch(() => false))) {
    if (child.exitCode !== null || performance.now() - begun > startLimitMs) throw new Error('the relay did not start');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - begun, ...measured(child), end: (signal) => end(child, signal) };
}

function measured({ pid }: ChildProcess): Pick<SpawnedRelay, 'memory' | 'processorSeconds'> {
  return {
    memory: async () => Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * pageBytes,
    async processorSeconds() {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
  };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
