import { join } from 'node:path';
import { root } from './testing/root.ts';
import { runGroup, whenInterrupted } from './testing/run-group.ts';

// Breaks servers and processes of the product and prints the results: `npm run suite -- failure --seed 1`.
process.exitCode = await runGroup(join(root, 'tools/failure/suite.ts'), process.argv.slice(2), { interrupted: whenInterrupted() });
