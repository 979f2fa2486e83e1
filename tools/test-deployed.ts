import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// The product on the environment that Kubernetes gives it, and the connections it makes there, which takes minutes:
// `npm run test:deployed`.
for (const only of ['test/journeys/deployed-environments.long.ts', 'test/journeys/network-policies.long.ts']) {
  const words = [join(root, 'tools/test.ts'), '--only', only, '--way', 'distributed', ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  process.exitCode = process.exitCode || (status ?? 1);
}
