// Runs a file on the pinned Node: `node tools/run.mjs <file> [arguments]`. `npm start` and `npm test` call it, so it supports Node 20 and
// later, uses only built-ins, and installs missing packages first.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const cache = join(modules, '.cache');
/**
 * Memory limits of a process. Images set the same, except for the old space.
 * - `--max-old-space-size` below 2 GB makes V8 grow the heap by about half between collections, instead of fourfold.
 * - `--max-semi-space-size=4` limits young objects to 12 MB instead of 48.
 * - Explicit `MALLOC_*_THRESHOLD_` stop glibc from raising them, so that freed buffers return to the system.
 * - `MALLOC_ARENA_MAX=2` lets the threads share freed memory.
 *
 * Importing 20,000 features took at most 286 to 300 MB with all of them, and 417 to 465 MB without the first.
 */
const memory = JSON.parse(readFileSync(join(root, 'tools/process-environment.json'), 'utf8'));

/** Identifies an installation: a different lockfile or machine makes it stale. */
function stampOf(lockfile) {
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Installs the packages unless this lockfile is already installed. Uses the network only if necessary. */
function install() {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const ready = join(modules, '.ready');
  const stamp = stampOf(lockfile);
  if (readIfThere(ready) === stamp) return;
  // If somebody installed with pnpm, it left a copy of the installed lockfile.
  if (readIfThere(join(modules, '.pnpm', 'lock.yaml')) !== lockfile) {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    console.error(`Installing the packages of the lockfile with ${packageManager} (once)`);
    runInstaller(packageManager);
  }
  writeFileSync(ready, stamp);
}

function runInstaller(packageManager) {
  // npm needs a home folder for its cache.
  const environment = { ...process.env, HOME: process.env.HOME || join(cache, 'home'), npm_config_update_notifier: 'false' };
  mkdirSync(environment.HOME, { recursive: true });
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const options = { cwd: root, env: environment, shell: process.platform === 'win32' };
  const { status, error, stdout, stderr } = spawnSync('npx', args, options);
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`The installation failed${error ? ` (${error.message})` : ''}. It requires npx and, the first time, the npm registry.`);
  process.exit(status || 1);
}

/** Returns the pinned Node, or the current Node if it can strip types. Otherwise exits with a message. */
function findNode() {
  const pinned = [join(bin, 'node'), join(bin, 'node.exe')].find((path) => existsSync(path));
  if (pinned && spawnSync(pinned, ['--version'], { stdio: 'ignore' }).status === 0) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const machine = `${process.platform} ${process.arch}`;
  if (major > 22 || (major === 22 && minor >= 20)) {
    console.error(`There is no pinned Node for ${machine}: running on Node ${process.versions.node}`);
    return process.execPath;
  }
  console.error(`There is no pinned Node for ${machine}. Please use Node 22.20 or later; this is ${process.versions.node}.`);
  return process.exit(1);
}

/** Runs the file as a child process, forwards signals to it, and exits with its code or signal. */
function run(node, args) {
  const environment = {
    ...memory,
    ...process.env,
    NODE_OPTIONS: `${memory.NODE_OPTIONS} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
  };
  const child = spawn(node, args, { stdio: 'inherit', env: environment });
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of forwarded) {
    // A terminal sends Ctrl-C to the child as well, and the child could take a second one as "stop immediately".
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`Could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of forwarded) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

install();
run(findNode(), process.argv.slice(2));
