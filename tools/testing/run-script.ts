import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The end of a script. */
export interface Ended {
  /** The exit code; 1 if a signal ended it. */
  readonly code: number;
  /** True if this process received a signal meanwhile. */
  readonly isInterrupted: boolean;
}

/** Runs a script, with the terminal of this process. It receives the signals that this process receives, so that it can clean up. */
export async function runScript(script: string, words: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...words], { cwd: root, stdio: 'inherit' });
  let isInterrupted = false;
  const passOn = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  const [code] = (await once(child, 'exit')) as [number | null];
  for (const signal of signals) process.off(signal, passOn);
  return { code: code ?? 1, isInterrupted };
}
