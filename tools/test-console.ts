import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// Every page of the console in a real browser, in both ways of running, which takes minutes: `npm run test:console`.
for (const only of ['test/console', ...globSync('test/console/*.long.ts', { cwd: root }).sort()]) {
  for (const way of ['standalone', 'distributed']) {
    const words = [join(root, 'tools/test.ts'), '--only', only, '--way', way, '--all', ...process.argv.slice(2)];
    const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
    process.exitCode = process.exitCode || (status ?? 1);
  }
}
