import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import { findExecutable } from '../../packages/testing/src/servers/executables.ts';
import { allSettings } from '../../packages/kit/src/settings/settings.ts';
import { surfaces } from '../../services/standalone/src/base/services.ts';
import { type Checkout, otherUserId } from './checkout.ts';
import type { Situation } from './situations.ts';

/** The end of one run of `npm test`. */
export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly minutes: number;
  /** Connections to the server that the foreign settings name. */
  readonly connections: number;
}

const limitMs = 90 * 60_000;

/** Runs `npm test`, as the README writes it, in the circumstances of the situation. */
export async function runTests(checkout: Checkout, situation: Situation): Promise<Ran> {
  const loops = Array.from({ length: situation.busyLoops ?? 0 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  let connections = 0;
  const foreign = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(foreign.listen(0, '127.0.0.1'), 'listening');
  const { port } = foreign.address() as { port: number };
  try {
    const begun = performance.now();
    const { code, output } = await runCommand(checkout, situation, environmentOf(checkout, situation, port));
    return { code, output, minutes: (performance.now() - begun) / 60_000, connections };
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
    foreign.close();
  }
}

function environmentOf({ folder, home }: Checkout, situation: Situation, port: number): NodeJS.ProcessEnv {
  const plain = { PATH: situation.hasBarePath ? barePath(dirname(folder)) : process.env['PATH'], HOME: home };
  if (situation.isOtherUser) return { ...plain, TZ: 'Asia/Kolkata', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  return situation.hasForeignSettings ? { ...plain, ...foreignSettings(port) } : plain;
}

/** Settings of a user who runs the product here, and the proxies of a company. */
function foreignSettings(port: number): Record<string, string> {
  const address = `127.0.0.1:${port}`;
  const urls = { DATABASE_URL: `mysql://root@${address}`, BUS_URL: `amqp://guest:guest@${address}`, CACHE_URL: `redis://${address}` };
  const services = allSettings(surfaces).flatMap(({ name }) =>
    name.endsWith('_URL') && !(name in urls) ? [[name, `http://${address}`]] : [],
  );
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => [name, `http://${address}`]);
  return { ...Object.fromEntries([...services, ...proxies]), ...urls, NODE_ENV: 'production' } as Record<string, string>;
}

/** A folder with only git, Node, and the shell for npm. */
function barePath(parent: string): string {
  const folder = join(parent, 'bin');
  mkdirSync(folder);
  for (const name of ['git', 'node', 'npm', 'npx', 'sh']) symlinkSync(String(findExecutable(name)), join(folder, name));
  return folder;
}

async function runCommand({ folder }: Checkout, { isOtherUser }: Situation, env: NodeJS.ProcessEnv) {
  const [command, ...args] = isOtherUser
    ? ['unshare', '--mount', '--net', 'sh', '-c', asOtherUser, 'sh', dirname(folder)]
    : ['npm', 'test'];
  // A group of its own, so that nothing outlives a run that hangs.
  const child = spawn(String(command), args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const limit = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), limitMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { code, output };
}

/** Hides the programs of servers in a layer over /usr, which ends with the namespace, and runs the tests as another user. */
const asOtherUser = [
  'set -e',
  'layer=$(mktemp -d -p "$1")',
  'mount -t tmpfs none "$layer"',
  'mkdir "$layer/upper" "$layer/work"',
  'mount -t overlay overlay -o "lowerdir=/usr,upperdir=$layer/upper,workdir=$layer/work" /usr',
  'rm -f /usr/sbin/mariadbd /usr/sbin/mysqld /usr/sbin/rabbitmq-server /usr/lib/rabbitmq/bin/rabbitmq-server /usr/bin/redis-server',
  'ip link set lo up',
  `exec setpriv --reuid=${otherUserId} --regid=${otherUserId} --clear-groups npm test`,
].join('\n');
