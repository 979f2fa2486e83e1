// Carries out the Dockerfile and starts what it makes. Runs alone in name spaces of its own (tools/check-images.ts); its exit
// code is how many images failed.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { findFreePort } from '../distributed/ports.ts';
import { addressesOf, serviceNames } from '../distributed/processes.ts';
import { type Image, ImageBuilder } from './build-images.ts';
import { journey } from './journey.ts';
import { Run, type RunOptions } from './run-image.ts';

const say = (sentence: string) => console.log(sentence);
const secret = () => randomBytes(28).toString('hex');
const given = (name: string) => process.env[name] ?? '';
const password = secret();
const first = { INIT_ADMIN_PASSWORD: password };
let failed = 0;

/** Says it, and counts it where something is wrong. */
function judge(image: string, sentence: string, problems: readonly string[]): void {
  failed += problems.length;
  say([`${image.padEnd(12)} ${sentence}`, ...problems.map((problem) => `${''.padEnd(12)} FAILED: ${problem}`)].join('\n'));
}

async function build(builder: ImageBuilder, target: string): Promise<Image> {
  const image = await builder.build(target);
  const megabytes = (folder: string) => Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
  judge(target, `${String(megabytes(image.folder)).padStart(4)} MB on disk`, []);
  return image;
}

/** Starts the image, waits for its health check, and looks at how it is confined. */
async function start(target: string, image: Image, options: RunOptions): Promise<Run> {
  const run = new Run(image, options);
  const startMs = await run.whenHealthy();
  judge(
    target,
    `     healthy after ${(startMs / 1000).toFixed(1)} s, as ${image.config.User} on a root that is read-only`,
    run.looseEnds(),
  );
  return run;
}

async function end(target: string, run: Run): Promise<void> {
  const { code, ms } = await run.stop();
  judge(target, `     ended with ${code} after ${(ms / 1000).toFixed(1)} s`, code === 0 ? [] : [run.output]);
}

async function follow(target: string, port: number): Promise<void> {
  const steps = await journey({ url: `http://127.0.0.1:${port}`, password });
  judge(target, `     carries a journey: ${steps.join(', ')}`, []);
}

async function tryStandalone(image: Image): Promise<void> {
  const port = await findFreePort();
  const run = await start('standalone', image, { variables: { ...first, PORT: String(port) }, writesData: true });
  try {
    await follow('standalone', port);
  } finally {
    await end('standalone', run);
  }
}

async function tryServices(builder: ImageBuilder, standalone: Image): Promise<void> {
  const [prefix, mysql, bus, cache] = ['PREFIX', 'MYSQL_URL', 'AMQP_URL', 'REDIS_URL'].map((name) => given(`IMAGES_${name}`));
  if (!mysql || !bus || !cache) throw new Error('images of services cannot be tried without MySQL, RabbitMQ and Redis');
  const ports = new Map(await Promise.all(serviceNames.map(async (name) => [name, await findFreePort()] as const)));
  const prefixes = Object.fromEntries(['DATABASE', 'BUS', 'CACHE'].map((name) => [`${name}_PREFIX`, prefix ?? '']));
  const servers = { DATABASE_URL: mysql, BUS_URL: bus, CACHE_URL: cache, ...prefixes };
  await migrate(standalone, servers);
  const shared = { ...servers, ...first, ...addressesOf(ports), INTERNAL_SECRET: secret() };
  const runs: [string, Run][] = [];
  try {
    for (const [name, port] of ports) {
      const options = { variables: { ...shared, PORT: String(port) }, writesData: name === 'delivery' };
      runs.push([name, await start(name, await build(builder, name), options)]);
    }
    await follow('services', ports.get('gateway') ?? 0);
  } finally {
    for (const [name, run] of runs.reverse()) await end(name, run);
  }
}

/** What runs before a roll-out. */
async function migrate(image: Image, variables: Readonly<Record<string, string>>): Promise<void> {
  const command = ['tini', '--', 'node', 'services/standalone/src/migrate.ts'];
  const run = new Run(image, { variables, writesData: false, command });
  const code = await run.whenEnded();
  judge('standalone', `     migrates: ${run.output.trim().split('\n').at(-1)}`, code === 0 ? [] : [run.output]);
}

const builder = new ImageBuilder(given('IMAGES_FOLDER'), say);
try {
  await builder.begin();
  const standalone = await build(builder, 'standalone');
  await tryStandalone(standalone);
  await tryServices(builder, standalone);
} catch (error) {
  failed += 1;
  say(`FAILED: ${(error as Error).message}`);
}
process.exit(failed);
