import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// Kills a migration at each of its statements, in both ways of running: `npm run test:migrations`.
const words = [join(root, 'tools/test.ts'), '--only', 'test/migrations/every-kill.long.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status ?? 1;
