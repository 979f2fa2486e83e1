import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// The console in a real browser, in both ways of running: `npm run test:console`. `npm test` tries it in one of them.
for (const way of ['standalone', 'distributed']) {
  const words = [join(root, 'tools/test.ts'), '--only', 'test/console', '--way', way, '--all', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  process.exitCode = process.exitCode || (status ?? 1);
}
