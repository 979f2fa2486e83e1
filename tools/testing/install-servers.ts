import { spawnSync } from 'node:child_process';
import type { ServerName } from './suites.ts';

const packages: Readonly<Record<ServerName, string>> = { mysql: 'mariadb-server', rabbit: 'rabbitmq-server', redis: 'redis-server' };

/** Installs servers with Debian's apt, as root. Throws an error with apt's message if that fails. */
export function installServers(names: readonly ServerName[], say: (sentence: string) => void): void {
  const selected = names.map((name) => packages[name]);
  say(`Installing ${selected.join(', ')} with apt`);
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...selected);
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}
