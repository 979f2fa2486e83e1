import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.ts';

/**
 * Returns a signal that aborts when this process receives SIGINT, SIGTERM or SIGHUP. Another one a second later ends the process; within
 * the second, the same one may arrive twice.
 */
export function whenInterrupted(interrupted = new AbortController()): AbortSignal {
  let interruptedAt = 0;
  const interrupt = () => {
    if (interrupted.signal.aborted && performance.now() - interruptedAt > 1000) process.exit(1);
    interruptedAt ||= performance.now();
    interrupted.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return interrupted.signal;
}

/**
 * Runs a script as the leader of a process group and resolves with its exit code, or 1. All processes of the group end with the script, or
 * when `interrupted` aborts.
 */
export async function runGroup(script: string, words: readonly string[], options: GroupOptions): Promise<number> {
  const { env = process.env, interrupted } = options;
  if (interrupted.aborted) return 1;
  const child = spawn(process.execPath, [script, ...words], { cwd: root, env, stdio: 'inherit', detached: true });
  const end = () => killGroup(child);
  interrupted.addEventListener('abort', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  end();
  return code ?? 1;
}

/** Ends the leader of a process group, and all processes of the group. */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

interface GroupOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly interrupted: AbortSignal;
}
