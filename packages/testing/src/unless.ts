import { spawnSync } from 'node:child_process';

/** Returns why tests that start these commands cannot run, or undefined if they can. */
export function missing(...commands: readonly string[]): string | undefined {
  const name = commands.find((command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error !== undefined);
  return name && `${name} is not on the PATH`;
}

/** Declares a suite. With a reason not to run it, declares one skipped test instead, whose title has the reason. */
export function describeUnless(title: string, reason: string | undefined, body: (this: Mocha.Suite) => void): void {
  if (reason === undefined) describe(title, body);
  else it(skipped(title, reason));
}

/** Declares a test, or a skipped one whose title has the reason. */
export function itUnless(title: string, reason: string | undefined, body: Mocha.AsyncFunc): void {
  if (reason === undefined) it(title, body);
  else it(skipped(title, reason));
}

const skipped = (title: string, reason: string): string => `${title} (skipped: ${reason})`;
