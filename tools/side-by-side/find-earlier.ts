import { spawnSync } from 'node:child_process';

/** The commit whose services can run beside these, or why there is none. */
export type Earlier = { readonly commit: string } | { readonly nothing: string };

const migrations = [':(glob)services/*/src/**/migrations/[0-9]*.ts', ':(glob)packages/store/src/migrations/[0-9]*.ts'];

/** The commit before the last migration of the repository in `folder`, if all that it had is still as it was. */
export function findEarlier(folder: string): Earlier {
  const git = (...words: string[]) => spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8' });
  const added = git('log', '-1', '--no-renames', '--diff-filter=A', '--format=%H', '--', ...migrations);
  if (added.status !== 0) return { nothing: 'there is no git history' };
  const last = added.stdout.trim();
  const before = git('rev-parse', '--verify', '--quiet', `${last}^`).stdout.trim();
  if (last === '' || before === '' || git('ls-tree', '-r', '--name-only', before).stdout.match(/\/migrations\/\d/) === null)
    return { nothing: 'no migration was ever added to others' };
  const edited = git('diff', '--no-renames', '--diff-filter=MD', '--name-only', before, '--', ...migrations)
    .stdout.trim()
    .split('\n');
  const [first = ''] = edited;
  if (first !== '') return { nothing: `${first} was edited after ${before.slice(0, 8)}, as long as nothing is released` };
  return { commit: before };
}
