import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './testing/root.ts';
import { openServers } from './testing/servers-for-run.ts';
import { serverNames } from './testing/suites.ts';

const prefix = `races-${randomBytes(4).toString('hex')}-`;
const folder = join(tmpdir(), `signalbox-${prefix}files`);

/** Finds or starts the servers, has `test/races/races.ts` race on them, and cleans up behind it, also after a signal. */
async function main(): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
  const servers = await openServers({ prefix, folder, say: console.log }, serverNames);
  mkdirSync(folder, { recursive: true });
  try {
    const missing = serverNames.filter((name) => servers.urls[name] === undefined);
    if (missing.length > 0) throw new Error(missing.map((name) => servers.reasons[name]).join('; '));
    const { mysql, rabbit, redis } = servers.urls;
    const own = { TEST_WAY: 'distributed', TEST_PREFIX: prefix, TMPDIR: folder };
    const env = { ...process.env, ...own, TEST_MYSQL_URL: mysql, TEST_AMQP_URL: rabbit, TEST_REDIS_URL: redis };
    const races = spawn(process.execPath, ['test/races/races.ts', ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
    interrupted.signal.addEventListener('abort', () => races.kill());
    const [code] = (await once(races, 'exit')) as [number | null];
    process.exitCode = code ?? 1;
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
