import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/root.ts';
import type { Changes, Commit } from './changelog.ts';

export const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim();

/** Reads the changes since the last tag from the repository. */
export function changesFor(version: string, day: string): Changes {
  const previous = tags().find((tag) => tag !== `v${version}`);
  if (previous === undefined) return { version, day, commits: [], migrations: [], contracting: [] };
  const migrations = git('diff', '--name-only', '--diff-filter=A', previous, 'HEAD', '--', 'services/*/migrations/*.ts')
    .split('\n')
    .filter((path) => /\/\d{4}-[\w-]+\.ts$/.test(path));
  const contracting = migrations.filter((path) => /\brunsFrom\b/.test(readFileSync(join(root, path), 'utf8')));
  return { version, day, previous: previous.slice(1), commits: commitsAfter(previous), migrations, contracting };
}

/** Tags of releases that HEAD contains, newest first. */
const tags = (): string[] => git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n').filter(Boolean);

function commitsAfter(tag: string): Commit[] {
  const lines = git('log', '--reverse', '--format=%h%x1f%s%x1f%(trailers:key=Upgrade,valueonly,separator=%x1e)%x00', `${tag}..HEAD`);
  return lines
    .split('\0')
    .map((line) => line.trim().split('\u001f'))
    .filter(([hash = '']) => hash !== '')
    .map(([hash = '', subject = '', upgrade = '']) => ({ hash, subject, upgrade: upgrade.split('\u001e').filter(Boolean) }));
}

/** Number of commits after this one, or undefined if it is not part of the history. */
export function commitsSince(commit: string): number | undefined {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return Number(git('rev-list', '--count', `${commit}..HEAD`));
  } catch {
    return undefined;
  }
}
