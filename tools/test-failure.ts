import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './testing/root.ts';

// Breaks what the product stands on, and the product itself, and prints what came of it: `npm run test:failure -- --seed 1`. The suite leads
// a group of processes, all of which end with it.
const suite = join(root, 'tools/failure/suite.ts');
const child = spawn(process.execPath, [suite, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', detached: true });
const end = () => {
  try {
    process.kill(-(child.pid as number), 'SIGKILL');
  } catch {
    // All of them are gone already.
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
const [code] = (await once(child, 'exit')) as [number | null];
end();
process.exitCode = code ?? 1;
