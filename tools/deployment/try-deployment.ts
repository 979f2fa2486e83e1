// Builds the image and runs the unchanged docker-compose.yml in both ways, following their README. Runs on a private engine (tools/check-deployment.ts).
// Exits with 1 if a check fails.
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '../distributed/processes.ts';
import { root } from '../testing/root.ts';
import { journey } from '../../test/journeys/first-steps.ts';
import { checkPrometheus } from './check-prometheus.ts';
import { composeWith, docker, importImage, run, startEngine } from './docker.ts';
import { drillFull, drillSingle, type DrillStorage, openDrillStorage } from './restore-drill.ts';

const [cache = ''] = process.argv.slice(2);
const url = 'http://127.0.0.1:4242';
const healthyLimitMs = 120_000;
const image = 'signalbox:0.1.0';
const maxImageBytes = 200e6;
const single = composeWith();
const full = composeWith('--profile', 'services');
const begun = performance.now();
const say = (sentence: string) => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const versionIn = (name: string) => new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(read('Dockerfile'))?.[1] ?? '';
const imageOf = (server: string) => new RegExp(`^ {4}image: (${server}:.+)$`, 'm').exec(read('docker-compose.yml'))?.[1] ?? '';

/** Servers, with their Debian packages. */
const servers = { mysql: 'mysql-server', rabbitmq: 'rabbitmq-server', redis: 'redis-server', caddy: 'caddy' };

/** Builds replacements for the official images that the files use, and prints the version of each server's package. */
async function buildStandIns(): Promise<void> {
  await importImage(join(cache, 'trixie.tar'), 'debian:trixie');
  await importImage(join(cache, 'sid.tar'), 'debian:sid');
  await docker('tag', 'debian:trixie', `debian:${versionIn('DEBIAN')}-slim`);
  const build = (stage: string, image: string) => docker('build', '--target', stage, '--tag', image, join(cache, 'context'));
  await build('node', `node:${versionIn('NODE')}-trixie-slim`);
  for (const [server, name] of Object.entries(servers)) {
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

/** Runs a script in a container, where Node is the only interpreter. */
const evaluate = (container: string, script: string) => docker('exec', container, 'node', '--eval', script);

const plant = `
  const { writeFileSync, readFileSync } = require('node:fs');
  for (const folder of ['/', '/signalbox', '/etc', '/usr/bin']) try { writeFileSync(folder + '/planted', ''); console.log(folder); } catch {}
  console.log(/CapEff:.*/.exec(readFileSync('/proc/1/status', 'utf8'))[0]);`;

/** Asserts that a container of the product is confined, by the engine's description and by attempts to write. */
async function assertConfined(container: string): Promise<void> {
  const [{ Config, HostConfig } = never()] = JSON.parse(await docker('inspect', container)) as Inspected[];
  deepEqual([Config.User, HostConfig.ReadonlyRootfs, HostConfig.CapDrop], ['10001:0', true, ['ALL']], container);
  equal(await evaluate(container, plant), 'CapEff:\t0000000000000000', container);
}

function never(): never {
  throw new Error('docker inspect returned nothing');
}

/** Reads the first password as docs/operate.md describes, and asserts that no log contains it. */
async function firstPassword(container: string, logs: () => Promise<string>): Promise<string> {
  const password = await docker('exec', container, 'signalbox-server', 'first-password');
  const mode = await evaluate(container, "console.log((require('node:fs').statSync('/data/first-password').mode & 0o777).toString(8))");
  equal(mode, '600');
  const log = await logs();
  match(log, /with the password in \/data\/first-password/);
  doesNotMatch(log, new RegExp(password));
  return password;
}

/** Prints the size of the image on disk and compressed, and asserts the limit. */
async function measureImage(): Promise<void> {
  const bytes = Number(await docker('image', 'inspect', '--format={{.Size}}', image));
  const compressed = Number(await run('sh', '-c', `docker save ${image} | gzip | wc -c`));
  say(`the image has ${(bytes / 1e6).toFixed(0)} MB, ${(compressed / 1e6).toFixed(0)} MB compressed`);
  ok(bytes < maxImageBytes, `the image has ${bytes} bytes`);
}

async function follow(password: string): Promise<void> {
  say(`  ${(await journey({ url, password })).join(', ')}`);
}

/** Runs all services in one process. */
async function trySingle(storage: DrillStorage): Promise<void> {
  await composeWith('--profile', '*')('config', '--quiet');
  await single('build', '--quiet');
  say('docker compose build');
  await measureImage();
  const begin = performance.now();
  await single('up', '--detach');
  await whenHealthy();
  say(`docker compose up: healthy after ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const container = 'signalbox-one-signalbox-1';
  const logs = () => single('logs', '--no-color');
  const password = await firstPassword(container, logs);
  await assertConfined(container);
  await follow(password);
  await drillSingle(storage, single, { url, password, whenHealthy, say });
  await tryOtherUser(password);
  await tryCommands();
  await tryTls();
  await tryAdminPort();
}

const confined = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--memory=1g'];
const onData = [...confined, '--volume=signalbox-one_data:/data'];

/** OpenShift runs images under a user of its own in group 0, which can write to the volumes. */
async function tryOtherUser(password: string): Promise<void> {
  const other = ['--user=1000660000:0', '--volume=other:/data'];
  await docker(
    'run',
    '--detach',
    '--name=other',
    ...confined,
    ...other,
    '--publish=4242:4242',
    '--env',
    `INIT_ADMIN_PASSWORD=${password}`,
    image,
  );
  await whenHealthy();
  await follow(password);
  await docker('stop', 'other');
  equal(await docker('inspect', '--format={{.State.ExitCode}}', 'other'), '0');
  say('docker run with another user: works, and exits with 0 when stopped');
}

/** The other commands of the image, on the data of the process. */
async function tryCommands(): Promise<void> {
  const command = (...words: string[]) => docker('run', '--rm', ...onData, image, ...words);
  match(await command('migrate', '--plan'), /No migrations to run\.$/);
  match(await command('backup', '--to', '/data/saved'), /^\/data\/saved is complete\./);
  match(await command('verify-audit'), /verified +yes$/m);
  match(await command('rekey'), /All readable secrets are encrypted with the newest key/);
  const refused = await command('toggle').catch(({ message }: Error) => message);
  match(refused, /There is no command or service toggle\./);
  say('docker run: migrate, backup, verify-audit and rekey work');
}

/** Requests the product through Caddy, which has a certificate of its own authority for localhost. */
async function tryTls(): Promise<void> {
  await single('--profile', 'tls', 'up', '--detach', '--wait');
  const request =
    "https.get('https://localhost/health', { rejectUnauthorized: false }, (response) => console.log(response.resume().statusCode))";
  const requested = () => run(process.execPath, '--eval', request).catch(() => '');
  for (const end = Date.now() + healthyLimitMs; (await requested()) !== '200'; await pause(200))
    if (Date.now() > end) throw new Error('Caddy does not serve https://localhost');
  await single('--profile', 'tls', 'down');
  say('docker compose --profile tls up: https://localhost answers');
}

/** Requests the product at both ports, of which a second file adds one for users. */
async function tryAdminPort(): Promise<void> {
  const both = composeWith('--file', 'docker-compose.yml', '--file', 'deploy/compose/admin.yml');
  await both('up', '--detach', '--wait');
  for (const port of [4242, 4243]) equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200, `port ${port}`);
  await both('down');
  say('docker compose with deploy/compose/admin.yml: both ports answer');
}

/** Runs one process per service. */
async function tryFull(storage: DrillStorage): Promise<void> {
  await full('build', '--quiet');
  // The name of the gateway is enough, without its profile.
  await single('up', '--detach', '--quiet-pull', 'gateway');
  await whenHealthy();
  say('docker compose up gateway: it is healthy');
  const identity = 'signalbox-one-identity-1';
  const logs = () => full('logs', '--no-color');
  const password = await firstPassword(identity, logs);
  for (const service of serviceNames) await assertConfined(`signalbox-one-${service}-1`);
  await follow(password);
  await full('restart', 'identity');
  await full('up', '--detach', '--wait', 'identity');
  equal(await docker('exec', identity, 'signalbox-server', 'first-password'), password);
  doesNotMatch(await logs(), new RegExp(password));
  say('a second start keeps the password');
  await drillFull(storage, full, { url, password, whenHealthy, say });
  await full('down');
  say('docker compose down');
}

/** Removes the remains of an earlier run. */
async function clean(): Promise<void> {
  await docker('rm', '--force', '--volumes', 'other');
  await docker('volume', 'rm', '--force', 'other');
  await single('--profile', 'tls', 'down', '--volumes');
  await single('--project-name', 'restored', 'down', '--volumes');
  await full('down', '--volumes', '--remove-orphans');
}

try {
  await checkPrometheus(say);
  await startEngine();
  await clean();
  await buildStandIns();
  const storage = await openDrillStorage();
  await trySingle(storage);
  await tryFull(storage);
  await storage.close();
  await clean();
} catch (error) {
  console.log((error as Error).message);
  for (const each of [single, full]) console.log((await each('logs', '--tail=20', '--no-color').catch(() => '')).slice(-4000));
  process.exitCode = 1;
}
// The engine ends with this process.
process.exit();
