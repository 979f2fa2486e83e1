// Builds every image and runs the unchanged docker-compose.yml, following its README. Runs on a private engine (tools/check-deployment.ts).
// Exits with 1 if a check fails.
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '../distributed/processes.ts';
import { root } from '../testing/root.ts';
import { journey } from '../../test/journeys/first-steps.ts';
import { checkPrometheus } from './check-prometheus.ts';
import { compose, docker, importImage, startEngine } from './docker.ts';

const [cache = ''] = process.argv.slice(2);
const url = 'http://127.0.0.1:4242';
const passwordFile = '/data/first-password';
const healthyLimitMs = 120_000;
const begun = performance.now();
const say = (sentence: string) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const versionIn = (name: string) => new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(read('Dockerfile'))?.[1] ?? '';
const imageOf = (server: string) => new RegExp(`^ {4}image: (${server}:.+)$`, 'm').exec(read('docker-compose.yml'))?.[1] ?? '';

/** Builds replacements for the official images that the two files use, and prints the version of each server's package. */
async function buildStandIns(): Promise<void> {
  await importImage(join(cache, 'trixie.tar'), 'debian:trixie');
  await importImage(join(cache, 'sid.tar'), 'debian:sid');
  await docker('tag', 'debian:trixie', `debian:${versionIn('DEBIAN')}-slim`);
  const build = (stage: string, image: string) => docker('build', '--target', stage, '--tag', image, join(cache, 'context'));
  await build('node', `node:${versionIn('NODE')}-trixie-slim`);
  for (const [server, name] of Object.entries({ mysql: 'mysql-server', rabbitmq: 'rabbitmq-server', redis: 'redis-server' })) {
    const image = imageOf(server);
    await build(server, image);
    const version = await docker('run', '--rm', '--entrypoint', 'dpkg-query', image, '--show', '--showformat=${Version}', name);
    say(`${image} is Debian's ${version}`);
  }
}

async function whenHealthy(): Promise<void> {
  const end = Date.now() + healthyLimitMs;
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error(`${url} is not healthy after ${healthyLimitMs / 1000} s`);
    await pause(200);
  }
}

interface Inspected {
  readonly Config: { readonly User: string; readonly Image: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean; readonly CapDrop: readonly string[] | null; readonly Memory: number };
}

/** Asserts that a container of the product is confined, by the engine's description and by attempts to write. */
async function assertConfined(container: string): Promise<void> {
  const [{ Config, HostConfig } = never()] = JSON.parse(await docker('inspect', container)) as Inspected[];
  deepEqual([Config.User, HostConfig.ReadonlyRootfs, HostConfig.CapDrop], ['10001:10001', true, ['ALL']], container);
  const look =
    'for each in / /signalbox /tmp /etc /var/tmp; do touch "$each/planted" 2>/dev/null && echo "$each"; done; grep CapEff /proc/1/status';
  equal(await docker('exec', container, 'sh', '-c', look), 'CapEff:\t0000000000000000', container);
}

function never(): never {
  throw new Error('docker inspect returned nothing');
}

/** Reads the first password as docs/operate.md describes, and asserts that no log contains it. */
async function firstPassword(exec: (...words: string[]) => Promise<string>, logs: () => Promise<string>): Promise<string> {
  const password = await exec('cat', passwordFile);
  equal(await exec('stat', '--format=%a %U', passwordFile), '600 signalbox');
  const log = await logs();
  match(log, /with the password in \/data\/first-password/);
  doesNotMatch(log, new RegExp(password));
  return password;
}

async function follow(password: string): Promise<void> {
  say(`  ${(await journey({ url, password })).join(', ')}`);
}

async function tryCompose(): Promise<void> {
  await compose('build', '--quiet');
  say('docker compose build');
  await compose('up', '--detach', '--quiet-pull');
  await whenHealthy();
  say('docker compose up: the gateway is healthy');
  const identity = (...words: string[]) => compose('exec', '--no-TTY', 'identity', ...words);
  const logs = () => compose('logs', '--no-color');
  const password = await firstPassword(identity, logs);
  for (const service of serviceNames) await assertConfined(`signalbox-${service}-1`);
  await follow(password);
  await compose('restart', 'identity');
  await compose('up', '--detach', '--wait', 'identity');
  equal(await identity('cat', passwordFile), password);
  doesNotMatch(await logs(), new RegExp(password));
  say('a second start keeps the password');
  await compose('down');
  say('docker compose down');
}

/** Starts one container as deploy/README.md describes. */
async function tryStandalone(): Promise<void> {
  const confined = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--memory=1g'];
  await docker('run', '--detach', '--name=one', ...confined, '--volume=one:/data', '--publish=4242:4242', 'signalbox/standalone:0.1.0');
  await whenHealthy();
  say('docker run: standalone is healthy');
  const password = await firstPassword(
    (...words) => docker('exec', 'one', ...words),
    () => docker('logs', 'one'),
  );
  await assertConfined('one');
  await follow(password);
  await docker('stop', 'one');
  equal(await docker('inspect', '--format={{.State.ExitCode}}', 'one'), '0');
  say('docker stop: the container exits with 0');
}

/** Removes the remains of an earlier run. */
async function clean(): Promise<void> {
  await docker('rm', '--force', '--volumes', 'one');
  await docker('volume', 'rm', '--force', 'one');
  await compose('down', '--volumes', '--remove-orphans');
}

try {
  await checkPrometheus(say);
  await startEngine();
  await clean();
  await buildStandIns();
  await tryCompose();
  await tryStandalone();
  await clean();
} catch (error) {
  console.log((error as Error).message);
  console.log((await compose('logs', '--tail=20', '--no-color').catch(() => '')).slice(-4000));
  process.exitCode = 1;
}
// The engine ends with this process.
process.exit();
