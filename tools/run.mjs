// Runs a file on the pinned Node: `node tools/run.mjs <file> [arguments]`. It is what stands behind `npm start` and
// `npm test`, so it runs on any Node from 20 on, uses nothing but built-ins, and installs what is missing first.
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
 * Limits on memory that a process retains. Images set the same, except for the old space.
 * - `--max-old-space-size` below 2 GB makes V8 grow the heap by about a half between collections, not fourfold.
 * - `--max-semi-space-size=4` gives young objects 12 MB, not 48.
 * - Explicit `MALLOC_*_THRESHOLD_` stop glibc from raising them, so that freed buffers return to the system.
 * - `MALLOC_ARENA_MAX=2` lets the threads share freed memory.
 * Importing 20,000 features took 286 to 300 MB at most with them, and 417 to 465 MB without the first.
 */
const memory = JSON.parse(readFileSync(join(root, 'tools/process-environment.json'), 'utf8'));

/** What an installation depends on: another lockfile or another machine makes it stale. */
function stampOf(lockfile) {
  return createHash('sha256').update(lockfile).update(`${process.platform} ${process.arch}`).digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Installs unless this lockfile is installed already. Touches the network only if it has to. */
function install() {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const ready = join(modules, '.ready');
  const stamp = stampOf(lockfile);
  if (readIfThere(ready) === stamp) return;
  // A person may have installed with pnpm: it leaves a copy of the lockfile that it carried out.
  if (readIfThere(join(modules, '.pnpm', 'lock.yaml')) !== lockfile) {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    console.error(`Installing the packages of the lockfile with ${packageManager} (once)`);
    runInstaller(packageManager);
  }
  writeFileSync(ready, stamp);
}

function runInstaller(packageManager) {
  // npm cannot keep its cache without a home folder, and its notices are nobody's business here.
  const environment = { ...process.env, HOME: process.env.HOME || join(cache, 'home'), npm_config_update_notifier: 'false' };
  mkdirSync(environment.HOME, { recursive: true });
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const options = { cwd: root, env: environment, shell: process.platform === 'win32' };
  const { status, error, stdout, stderr } = spawnSync('npx', args, options);
  if (status === 0) return;
  console.error(`${stdout ?? ''}${stderr ?? ''}`);
  console.error(`Installing failed${error ? ` (${error.message})` : ''}. It needs npx and, the first time, the npm registry.`);
  process.exit(status || 1);
}

/** The pinned Node, else the one that runs this file if it can strip types, else a sentence and the end. */
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

/** Runs the file as a child that receives this process's signals; ends the way the child ends. */
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
    // A terminal sends Ctrl-C to the child itself; a second one could mean "at once" to it.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`${node} does not start: ${error.message}`);
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
