// Runs the real docker-compose.yml and Dockerfile on a private Docker engine: `npm run suite -- deployment`. The engine and the servers
// come from Debian packages. They run in mount, process and network namespaces, so that nothing outlives the command and no port of this
// machine is taken. Fails with a reason if the machine lacks a requirement.
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
/** Node's binary needs `libatomic1`. */
const further = ['ca-certificates', 'procps', 'libatomic1'];
const needed = ['mmdebstrap', 'unshare', 'pivot_root', 'chroot', 'npm'];

/** Reason why the deployment cannot run on this machine, or null. */
function whyNot(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root for namespaces and root file systems';
  const missing = needed.filter((executable) => spawnSync('which', [executable]).status !== 0);
  if (missing.length > 0) return `these commands are missing: ${missing.join(', ')} (available as Debian packages)`;
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is missing, which is needed to reach the Debian mirrors';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `the machine does not allow mount, process and network namespaces: ${stderr.trim()}`;
}

/** Creates missing parts: the engine's root, and the two Debian systems that images are built from. */
function prepare(): void {
  mkdirSync(data, { recursive: true });
  const make = (target: string, debian: Pick<Parameters<typeof makeDebian>[0], 'suite' | 'packages' | 'format'>) => {
    if (existsSync(target)) return;
    console.log(`Creating ${target} with mmdebstrap (once)`);
    makeDebian({ target, ...debian });
  };
  make(engine, { suite: 'trixie', packages: [...packages, ...further], format: 'directory' });
  for (const suite of ['trixie', 'sid']) make(join(cache, `${suite}.tar`), { suite, packages: [], format: 'tar' });
  writeContext();
}

/**
 * Writes the build context of the images that replace official ones. It includes the machine's certificates, in case a proxy intercepts
 * traffic to the mirrors.
 */
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

/** Runs the deployment in its own namespaces and returns the exit code. */
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

/** The pipe closes when this process ends, for any reason. */
const openNetwork = (pid: number): ChildProcess =>
  spawn('unshare', [...space, 'sh', join(root, 'tools/deployment/enter-network.sh'), engine, String(pid)], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });

/** The first process inside the namespaces, a child of `unshare`. */
async function childOf({ pid }: ChildProcess): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    if (child) return Number(child);
    await pause(50);
  }
  throw new Error('the namespaces were not created');
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
const reason = whyNot();
try {
  if (reason) throw new Error(`The deployment cannot run here: ${reason}.`);
  prepare();
  process.exitCode = await runInside(stop.signal);
} catch (error) {
  process.exitCode = 1;
  console.log((error as Error).message);
}
console.log(process.exitCode ? 'FAILED' : 'Nothing failed');
