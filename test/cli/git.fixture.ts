import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs git in a folder of a test, without the configuration of the user. */
export const gitIn = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', HOME: folder },
  });

/** Writes files, tracks them and commits them. */
export function commitFiles(folder: string, files: Readonly<Record<string, string>>, message = 'change'): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  gitIn(folder, 'add', '--all');
  gitIn(folder, 'commit', '--quiet', '--message', message);
}
