import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];

/** Creates a git repository in the folder. */
export function openRepository(folder: string) {
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...author, ...words], { encoding: 'utf8' }).trim();
  git('init', '-q');
  return {
    /** Commits a file and returns the commit's hash. */
    commit: (path: string, text: string): string => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      git('add', '.');
      git('commit', '-q', '-m', text);
      return git('rev-parse', 'HEAD');
    },
  };
}
