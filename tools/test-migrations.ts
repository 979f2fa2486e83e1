import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// Kills a migration at each of its statements, in both ways of running: `npm run test:migrations`.
const env = { ...process.env, MIGRATION_KILLS: 'all' };
const words = [join(root, 'tools/test.ts'), '--only', 'test/migrations/killed-migrations.test.ts', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
