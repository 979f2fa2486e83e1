// Runs the real docker-compose.yml and Dockerfile on a Docker engine of its own: `npm run suite -- deployment`. The engine and the servers
// come from packages of Debian, and it runs in namespaces for mounts, processes and the network, so that nothing outlives it and no
// port of this machine is taken. Fails, with a sentence, where the machine lacks what that needs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDebian } from './servers/debian-root.ts';
import { root } from './testing/root.ts';

const cache = join(root, 'node_modules/.cache/deployment');
const engine = join(cache, 'engine');
const data = join(cache, 'docker');
const packages = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx', 'iptables', 'iproute2', 'slirp4netns', 'promtool'];
/** Node's binary needs the last one. */
const further = ['ca-certificates', 'procps', 'libatomic1'];
const needed = ['mmdebstrap', 'unshare', 'pivot_root', 'chroot', 'npm'];

/** Why the deployment cannot be run here, null where it can. */
function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root, for namespaces and roots of its own';
  const missing = needed.filter((executable) => spawnSync('which', [executable]).status !== 0);
  if (missing.length > 0) return `there is no ${missing.join(', no ')} (Debian has them as packages)`;
  if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun, which the way to the mirrors goes through';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `the machine refuses namespaces for mounts, processes and the network: ${stderr.trim()}`;
}

/** Makes what is not there yet: the engine's root, and the two Debians that images are built from. */
function prepare(): void {
  mkdirSync(data, { recursive: true });
  const make = (target: string, debian: Pick<Parameters<typeof makeDebian>[0], 'suite' | 'packages' | 'format'>) => {
    if (existsSync(target)) return;
    console.log(`Making ${target} with mmdebstrap, once`);
    makeDebian({ target, ...debian });
  };
  make(engine, { suite: 'trixie', packages: [...packages, ...further], format: 'directory' });
  for (const suite of ['trixie', 'sid']) make(join(cache, `${suite}.tar`), { suite, packages: [], format: 'tar' });
  writeContext();
}

/** Where the images that stand in for official ones are built from. Where a proxy stands before the mirrors, the machine trusts it. */
function writeContext(): void {
  const context = join(cache, 'context');
  const npm = dirname(dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())));
  rmSync(context, { recursive: true, force: true });
  cpSync(join(root, 'tools/deployment/images'), context, { recursive: true });
  cpSync(realpathSync(process.execPath), join(context, 'node'));
  cpSync(npm, join(context, 'npm'), { recursive: true, dereference: true });
  if (existsSync(certificates)) cpSync(realpathSync(certificates), join(context, 'certificates.crt'));
  else writeFileSync(join(context, 'certificates.crt'), '');
}

const certificates = '/etc/ssl/certs/ca-certificates.crt';
const space = ['--mount', '--propagation', 'private'];

/** Runs in namespaces of its own; answers the exit code. */
async function runInside(interrupted: AbortSignal): Promise<number> {
  const command = [process.execPath, join(root, 'tools/deployment/try-deployment.ts'), cache];
  const enter = ['sh', join(root, 'tools/deployment/enter.sh'), engine, root, data, ...command];
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
  const own = ['--net', '--pid', '--fork', '--kill-child'];
  const inside = spawn('unshare', [...space, ...own, ...enter], { env, stdio: 'inherit' });
  interrupted.addEventListener('abort', () => void inside.kill('SIGKILL'));
  const ended = once(inside, 'exit') as Promise<[number | null]>;
  const network = openNetwork(await childOf(inside));
  const [code] = await ended;
  network.kill('SIGKILL');
  return code ?? 1;
}

/** Its pipe ends with this process, however that ends. */
const openNetwork = (pid: number): ChildProcess =>
  spawn('unshare', [...space, 'sh', join(root, 'tools/deployment/enter-network.sh'), engine, String(pid)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });

/** The process in the namespaces, which `unshare` begins. */
async function childOf({ pid }: ChildProcess): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    if (child) return Number(child);
    await pause(50);
  }
  throw new Error('the namespaces were not made');
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
const reason = whyNot();
try {
  if (reason) throw new Error(`The deployment cannot be run here, because ${reason}.`);
  prepare();
  process.exitCode = await runInside(stop.signal);
} catch (error) {
  process.exitCode = 1;
  console.log((error as Error).message);
}
console.log(process.exitCode ? 'FAILED' : 'Nothing failed');
