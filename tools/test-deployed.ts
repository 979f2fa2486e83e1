import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// The product on the environments that it is deployed with, which takes minutes: `npm run test:deployed`.
const only = 'test/journeys/deployed-environments.long.ts';
const words = [join(root, 'tools/test.ts'), '--only', only, '--way', 'distributed', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
