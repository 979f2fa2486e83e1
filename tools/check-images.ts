// Builds every image of the Dockerfile on a clean Debian, and starts each as it would run: `npm run deploy:check`. What a
// file system lacks, or what writes where it must not, shows here; so does what Prometheus says of its configuration and of
// the alerts. It fails where images cannot be built, and says what the machine lacks.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whyNot } from './images/build-images.ts';
import { checkPrometheus } from './images/check-prometheus.ts';
import { root } from './testing/root.ts';
import { openServers } from './testing/servers-for-run.ts';
import { serverNames } from './testing/suites.ts';

const say = (sentence: string) => console.log(sentence);
const folder = mkdtempSync(join(tmpdir(), 'signalbox-images-'));
const prefix = `images-${randomBytes(4).toString('hex')}-`;
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());

/** Answers how many of the images failed. */
async function checkImages(): Promise<number> {
  const reason = whyNot();
  if (reason) say(`FAILED images: they cannot be built here, because ${reason}`);
  if (reason) return 1;
  if (interrupted.signal.aborted) return 0;
  const data = join(folder, 'data');
  mkdirSync(data);
  const servers = await openServers({ prefix, folder: data, say }, serverNames);
  try {
    const { mysql, rabbit, redis } = servers.urls;
    const urls = { IMAGES_MYSQL_URL: mysql, IMAGES_AMQP_URL: rabbit, IMAGES_REDIS_URL: redis };
    return await runAlone({ ...process.env, ...urls, IMAGES_FOLDER: folder, IMAGES_PREFIX: prefix });
  } finally {
    await servers.close();
  }
}

/** In name spaces of its own, so that no mount and no process outlives it, however it ends. */
async function runAlone(env: NodeJS.ProcessEnv): Promise<number> {
  const isolation = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const script = join(root, 'tools/images/try-images.ts');
  const child = spawn('unshare', [...isolation, process.execPath, script], { cwd: root, env, stdio: 'inherit' });
  const end = () => void child.kill('SIGKILL');
  interrupted.signal.addEventListener('abort', end);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

let failed = 0;
try {
  failed += await checkPrometheus(folder, say);
  failed += await checkImages();
} catch (error) {
  failed += 1;
  say((error as Error).message);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (interrupted.signal.aborted) failed = Math.max(failed, 1);
say(failed > 0 ? `${failed} FAILED` : 'Nothing failed');
if (failed > 0) process.exitCode = 1;
