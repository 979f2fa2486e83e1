// Measures the cost of a request, standalone and distributed: `npm run bench`. The distributed run starts its own MySQL or MariaDB, so that
// the database's CPU time can be measured.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startPrivateMysql } from '../packages/testing/src/servers.ts';
import { runOnServers } from './testing/run-on-servers.ts';
import { readChoice } from './testing/read-choice.ts';
import { root } from './testing/root.ts';
import { ways } from './testing/suites.ts';

const script = 'test/bench/bench.ts';
const { values } = parseArgs({ options: { way: { type: 'string' } }, strict: false });
const way = values['way'] === undefined ? undefined : readChoice(ways, String(values['way']), '--way');

function runInOneProcess(): void {
  const env = { ...process.env, TEST_WAY: 'standalone' };
  const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

async function runWithServices(): Promise<void> {
  const failed = process.exitCode;
  const mysql = await startPrivateMysql();
  try {
    process.env['TEST_MYSQL_URL'] = mysql.url;
    process.argv.push('--database-pid', String(mysql.pid));
    await runOnServers('bench', script);
  } finally {
    await mysql.close();
  }
  process.exitCode = failed || process.exitCode;
}

if (way !== 'distributed') runInOneProcess();
if (way !== 'standalone') await runWithServices();
