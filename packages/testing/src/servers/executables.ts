import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Server executables are often outside of an ordinary user's PATH.
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/sbin', '/opt/homebrew/bin'];

/** Finds the path of an executable, or undefined. Searches the folders in `first` before others. */
export type FindExecutable = (name: string, first?: readonly string[]) => string | undefined;

/** Returns the full path of an installed executable, or undefined. */
export function findExecutable(name: string, first: readonly string[] = []): ReturnType<FindExecutable> {
  const known = [...first, ...FOLDERS].map((folder) => join(folder, name)).find((path) => existsSync(path));
  return known ?? answerOf('sh', ['-c', `command -v ${name}`]);
}

function answerOf(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined;
  } catch {
    return undefined;
  }
}
