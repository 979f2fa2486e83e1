import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

export interface Check {
  readonly title: string;
  readonly command: readonly [string, ...string[]];
}

const format: Check = { title: 'format', command: ['biome', 'format', '.'] };

/** Checks of every test run, which take seconds. */
export const quickChecks: readonly Check[] = [format, { title: 'lint', command: ['oxlint', '--deny-warnings'] }];

/** Checks of `npm run check`. A single type checker needs half the CPU time of four, which would each check the shared types. */
export const checks: readonly Check[] = [
  format,
  { title: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { title: 'types', command: ['tsc', '-p', '.', '--checkers', '1'] },
  { title: 'types of the console', command: ['tsc', '-p', 'packages/console'] },
  { title: 'exports', command: ['knip', '--no-config-hints'] },
];

/**
 * Lint and types are Go programs. With Go's default of 100, garbage collection takes a quarter of their CPU time. On one processor lint
 * takes a fifth less than on two, and leaves the other to the tests.
 */
const forGo = { GOGC: '400', GOMAXPROCS: '1' };

/** Runs a check in a folder. Returns its result and output. */
export async function runCheck(
  { command: [executable, ...args] }: Check,
  { signal, folder = root }: { signal: AbortSignal; folder?: string },
): Promise<{ passed: boolean; output: string }> {
  const file = join(root, 'node_modules/.bin', executable);
  const child = spawn(file, args, { cwd: folder, env: { ...process.env, ...forGo }, stdio: ['ignore', 'pipe', 'pipe'], signal });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.once('error', (failure) => output.push(Buffer.from(`${failure.message}\n`)));
    child.once('close', resolve);
  });
  return { passed: code === 0, output: Buffer.concat(output).toString() };
}
