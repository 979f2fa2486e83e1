import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '@signalbox/testing/servers';

const root = join(import.meta.dirname, '../../..');
const ticksPerSecond = 100;
const startLimitMs = 60_000;

/** A service in a process of its own, and what it costs. */
export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts these services of a tree in one process, all of them where none is named, on a free port, and waits until it answers. */
export async function startServices(
  names: readonly string[],
  environment: Readonly<Record<string, string>>,
  tree = root,
): Promise<MeasuredProcess> {
  const port = await findFreePort();
  const env = { ...process.env, LOG_LEVEL: 'error', ...environment, PORT: String(port), HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [join(tree, 'services/standalone/src/main.ts'), ...names], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await whenAnswering(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function whenAnswering(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + startLimitMs;
  while (Date.now() < end && child.exitCode === null) {
    const answer = await fetch(`${url}/ready`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}

/** Seconds of CPU, its own and the kernel's, that a process has used so far (Linux: proc(5)). */
export function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / ticksPerSecond;
}

/** Nanoseconds of CPU that all threads of a process have used so far (Linux: sched-stats, version 15). */
export function cpuNanosecondsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]), 0);
}

/** Megabytes of memory that a process holds. */
export function megabytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
