#!/usr/bin/env node
// The command in a clone: runs the source on the pinned Node. The published package contains a bundle instead.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync(process.execPath, [pathOf('../../tools/run.mjs'), pathOf('src/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
