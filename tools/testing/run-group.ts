import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.ts';

/** Returns a signal that aborts when this process receives SIGINT, SIGTERM or SIGHUP. */
export function whenInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
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
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  interrupted.addEventListener('abort', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  end();
  return code ?? 1;
}

interface GroupOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly interrupted: AbortSignal;
}
