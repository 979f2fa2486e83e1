import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { root } from './root.ts';
import { runFolder } from './run-folder.ts';
import { openServers } from './servers-for-run.ts';
import { serverNames } from './suites.ts';

/**
 * Finds or starts the servers, runs the script on them with the words behind this process's own name, and cleans up behind it, also
 * after a signal. What it writes there begins with `name`; its exit code becomes this process's.
 */
export async function runOnServers(name: string, script: string): Promise<void> {
  const prefix = `${name}-${randomBytes(4).toString('hex')}-`;
  const folder = runFolder(prefix);
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
  mkdirSync(folder, { recursive: true });
  const servers = await openServers({ prefix, folder, say: console.log }, serverNames);
  try {
    const missing = serverNames.filter((server) => servers.urls[server] === undefined);
    if (missing.length > 0) throw new Error(missing.map((server) => servers.reasons[server]).join('; '));
    const { mysql, rabbit, redis } = servers.urls;
    const own = { TEST_WAY: 'distributed', TEST_PREFIX: prefix, TMPDIR: folder };
    const env = { ...process.env, ...own, TEST_MYSQL_URL: mysql, TEST_AMQP_URL: rabbit, TEST_REDIS_URL: redis };
    const child = spawn(process.execPath, [script, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
    interrupted.signal.addEventListener('abort', () => child.kill());
    const [code] = (await once(child, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
