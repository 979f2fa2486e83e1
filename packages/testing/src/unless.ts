import { spawnSync } from 'node:child_process';

/** Returns why tests that start these programs cannot run, or undefined if they can. */
export function missing(...programs: readonly string[]): string | undefined {
  const name = programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
  return name && `${name} is not on the PATH`;
}

/** Declares a suite. With a reason not to run it, declares one skipped test instead, whose title has the reason. */
export function describeUnless(reason: string | undefined, title: string, body: (this: Mocha.Suite) => void): void {
  if (reason === undefined) describe(title, body);
  else it(skipped(title, reason));
}

/** Declares a test, or a skipped one whose title has the reason. */
export function itUnless(reason: string | undefined, title: string, body: Mocha.AsyncFunc): void {
  if (reason === undefined) it(title, body);
  else it(skipped(title, reason));
}

const skipped = (title: string, reason: string): string => `${title} (skipped: ${reason})`;
