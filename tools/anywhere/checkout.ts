import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Situation } from './situations.ts';

/** A checkout with its packages installed, and an empty home folder. */
export interface Checkout {
  readonly folder: string;
  readonly home: string;
}

/** Account without rights: `nobody` on Linux. */
export const otherUserId = 65534;

/** Checks out the last commit of `root` below `parent`, and installs its packages, which is no part of the measured run. */
export function checkOut(root: string, parent: string, { from, isOtherUser }: Situation): Checkout {
  const folder = join(parent, isOtherUser ? 'sign box' : 'signalbox');
  const home = join(parent, 'home');
  mkdirSync(folder, { recursive: true });
  mkdirSync(home);
  if (from === 'archive') execFileSync('sh', ['-c', 'git -C "$1" archive HEAD | tar -x -C "$2"', 'sh', root, folder]);
  else
    execFileSync('git', ['clone', '--quiet', ...(from === undefined ? [] : ['--depth', '1']), `file://${root}`, folder], {
      stdio: 'inherit',
    });
  execFileSync(process.execPath, ['tools/run.mjs', '--version'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (isOtherUser) giveAway(parent);
  return { folder, home };
}

function giveAway(folder: string): void {
  execFileSync('chown', ['--recursive', `${otherUserId}:${otherUserId}`, folder]);
}

/** Files that the run left in its home folder, apart from npm's cache and log. */
export const leftInHome = ({ home }: Checkout): string[] => readdirSync(home).filter((name) => name !== '.npm');

/** Files that the run changed or added in the checkout, as git lists them. Empty for an archive. */
export function leftInFolder({ folder }: Checkout): string[] {
  try {
    const changed = execFileSync('git', ['-c', 'safe.directory=*', '-C', folder, 'status', '--porcelain'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return changed.split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
