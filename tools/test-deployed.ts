import { spawn } from 'node:child_process';
import { root } from './testing/root.ts';

// Minutes long, so that it is no part of `npm test`: the product on the environments that it is deployed with.
const file = 'test/journeys/deployed-environments.long.ts';
const mocha = spawn(process.execPath, ['node_modules/mocha/bin/mocha.js', file], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_WAY: 'distributed' },
});
mocha.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
