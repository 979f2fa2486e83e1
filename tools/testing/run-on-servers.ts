import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { runFolder } from './run-folder.ts';
import { runGroup, whenInterrupted } from './run-group.ts';
import { openServers } from './servers-for-run.ts';
import { serverNames } from './suites.ts';

/**
 * Finds or starts the servers and runs the script on them, with this process's arguments. Afterwards, and after a signal, removes
 * everything that the script created there; its names begin with `name`. The script's exit code becomes this process's.
 */
export async function runOnServers(name: string, script: string): Promise<void> {
  const prefix = `${name}-${randomBytes(4).toString('hex')}-`;
  const folder = runFolder(prefix);
  const interrupted = whenInterrupted();
  mkdirSync(folder, { recursive: true });
  const servers = await openServers({ prefix, folder, say: console.log }, serverNames);
  try {
    const missing = serverNames.filter((server) => servers.urls[server] === undefined);
    if (missing.length > 0) throw new Error(missing.map((server) => servers.reasons[server]).join('; '));
    const { mysql, rabbit, redis } = servers.urls;
    const own = { TEST_WAY: 'distributed', TEST_PREFIX: prefix, TMPDIR: folder };
    const env = { ...process.env, ...own, TEST_MYSQL_URL: mysql, TEST_AMQP_URL: rabbit, TEST_REDIS_URL: redis };
    process.exitCode = await runGroup(script, process.argv.slice(2), { env, interrupted });
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
