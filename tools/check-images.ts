// Builds every image of the Dockerfile on a clean Debian, and starts each as it would run: `npm run deploy:check`. What a
// file system lacks, or what writes where it must not, shows here. What cannot run on this machine is named.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './distributed/ports.ts';
import { serviceNames } from './distributed/processes.ts';
import { ImageBuilder, whyNot } from './images/build-images.ts';
import { Run } from './images/run-image.ts';
import { root } from './testing/root.ts';
import { openServers } from './testing/servers-for-run.ts';
import { serverNames } from './testing/suites.ts';

const say = (sentence: string) => console.log(sentence);
const folder = mkdtempSync(join(tmpdir(), 'signalbox-images-'));
const prefix = `images-${randomBytes(4).toString('hex')}-`;
let failed = 0;

/** Starts the image, waits for its health check, and ends it, unless others need it. */
async function tryImage(
  builder: ImageBuilder,
  target: string,
  variables: Readonly<Record<string, string>>,
  writesData: boolean,
): Promise<Run> {
  const image = await builder.build(target);
  const megabytes = Number(execFileSync('du', ['-sm', image.folder], { encoding: 'utf8' }).split('\t')[0]);
  const run = new Run(image, variables, writesData);
  const startMs = await run.whenHealthy();
  say(`${target.padEnd(12)} ${String(megabytes).padStart(4)} MB on disk   healthy after ${(startMs / 1000).toFixed(1)} s`);
  return run;
}

async function endRun(target: string, run: Run): Promise<void> {
  const { code, ms } = await run.stop();
  if (code !== 0) failed += 1;
  say(`${target.padEnd(12)} ended with ${code}${code === 0 ? '' : ' (FAILED)'} after ${(ms / 1000).toFixed(1)} s`);
}

async function tryStandalone(builder: ImageBuilder): Promise<void> {
  const run = await tryImage(builder, 'standalone', { PORT: String(await findFreePort()) }, true);
  await endRun('standalone', run);
}

async function tryServices(builder: ImageBuilder): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const servers = await openServers({ prefix, folder: data, say }, serverNames);
  const missing = serverNames.filter((name) => servers.urls[name] === undefined);
  const runs: [string, Run][] = [];
  try {
    if (missing.length > 0) return say(`Did not run: images of services (there is no ${missing.join(', no ')})`);
    const ports = new Map(await Promise.all(serviceNames.map(async (name) => [name, await findFreePort()] as const)));
    const addresses = [...ports]
      .filter(([name]) => name !== 'gateway')
      .map(([name, port]) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`]);
    const shared = {
      DATABASE_URL: servers.urls.mysql ?? '',
      BUS_URL: servers.urls.rabbit ?? '',
      CACHE_URL: servers.urls.redis ?? '',
      DATABASE_PREFIX: prefix,
      BUS_PREFIX: prefix,
      CACHE_PREFIX: prefix,
      INTERNAL_SECRET: randomBytes(32).toString('hex'),
      ...(Object.fromEntries(addresses) as Record<string, string>),
    };
    for (const [name, port] of ports)
      runs.push([name, await tryImage(builder, name, { ...shared, PORT: String(port) }, name === 'delivery')]);
  } finally {
    for (const [name, run] of runs.reverse()) await endRun(name, run);
    await servers.close();
  }
}

/** Prometheus' own word on its configuration, where its tool is installed. */
function checkPrometheus(): void {
  const { status, stdout, error } = spawnSync('promtool', ['check', 'config', join(root, 'deploy/compose/prometheus.yml')], {
    encoding: 'utf8',
  });
  if (error) return say('Did not run: the configuration of Prometheus (there is no promtool; Debian has it in prometheus)');
  if (status !== 0) failed += 1;
  say(`Prometheus takes its configuration and its alerts: ${status === 0 ? 'yes' : `NO\n${stdout}`}`);
}

async function checkImages(): Promise<void> {
  const reason = whyNot();
  if (reason) return say(`Did not run: images (${reason})`);
  const builder = new ImageBuilder(folder, say);
  try {
    await builder.begin();
    await tryStandalone(builder);
    await tryServices(builder);
  } finally {
    await builder.close();
  }
}

try {
  checkPrometheus();
  await checkImages();
} catch (error) {
  failed += 1;
  say((error as Error).message);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(failed > 0 ? `${failed} FAILED` : 'Nothing failed');
if (failed > 0) process.exitCode = 1;
