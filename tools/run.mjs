// Runs a file on the pinned Node: `node tools/run.mjs <file> [arguments]`. `npm start` and `npm test` call it, so it supports Node 20 and
// later, uses only built-ins, and installs missing packages first.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const cache = join(modules, '.cache');
const progressMs = 4000;
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
async function install() {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const ready = join(modules, '.ready');
  const stamp = stampOf(lockfile);
  if (readIfThere(ready) === stamp) return;
  // If somebody installed with pnpm, it left a copy of the installed lockfile.
  if (readIfThere(join(modules, '.pnpm', 'lock.yaml')) !== lockfile) {
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    console.error(`Installing the packages of the lockfile with ${packageManager} (once)`);
    await runInstaller(packageManager);
  }
  writeFileSync(ready, stamp);
}

/** Runs pnpm and shows its progress: in one line of a terminal, elsewhere in a line every few seconds. Prints all output if it fails. */
async function runInstaller(packageManager) {
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const environment = { ...process.env, HOME: findHome(), npm_config_update_notifier: 'false' };
  const child = spawn('npx', args, { cwd: root, env: environment, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  const { isTTY } = process.stderr;
  let output = '';
  let shownAt = -progressMs;
  const show = (text) => {
    output += text;
    const progress = text.match(/Progress: .*/g)?.at(-1);
    if (!progress || (!isTTY && performance.now() - shownAt < progressMs)) return;
    shownAt = performance.now();
    process.stderr.write(isTTY ? `\r\x1b[K  ${progress}` : `  ${progress}\n`);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', show);
  const { status, error } = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, error }));
    child.on('close', (status) => resolve({ status }));
  });
  if (isTTY) process.stderr.write('\r\x1b[K');
  if (status === 0) return;
  console.error(output);
  console.error(`The installation failed${error ? ` (${error.message})` : ''}. It requires npx and, the first time, the npm registry.`);
  process.exit(status || 1);
}

/** npm needs a home folder that it can write to, for its cache. */
function findHome() {
  const { HOME } = process.env;
  try {
    accessSync(HOME, constants.W_OK);
    return HOME;
  } catch {
    mkdirSync(join(cache, 'home'), { recursive: true });
    return join(cache, 'home');
  }
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

await install();
run(findNode(), process.argv.slice(2));
