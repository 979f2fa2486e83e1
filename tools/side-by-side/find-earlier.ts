import { spawnSync } from 'node:child_process';

/** The commit whose services can run alongside the current ones, or the reason why there is none. */
export type Earlier = { readonly commit: string } | { readonly nothing: string };

const migrations = [':(glob)services/*/src/**/migrations/[0-9]*.ts', ':(glob)packages/store/src/migrations/[0-9]*.ts'];

/** Finds the commit before the last migration of the repository in `folder`. None if a migration of that commit was edited since. */
export function findEarlier(folder: string): Earlier {
  const git = (...words: string[]) => spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  const added = git('log', '-1', '--no-renames', '--diff-filter=A', '--format=%H', '--', ...migrations);
  if (added.status !== 0) return { nothing: 'there is no git history' };
  const last = added.stdout.trim();
  const before = git('rev-parse', '--verify', '--quiet', `${last}^`).stdout.trim();
  if (last === '' || before === '' || git('ls-tree', '-r', '--name-only', before).stdout.match(/\/migrations\/\d/) === null)
    return { nothing: 'no migration was added after the first ones' };
  const edited = git('diff', '--no-renames', '--diff-filter=MD', '--name-only', before, '--', ...migrations)
    .stdout.trim()
    .split('\n');
  const [first = ''] = edited;
  if (first !== '') return { nothing: `${first} was edited after ${before.slice(0, 8)}, before the first release` };
  return { commit: before };
}
