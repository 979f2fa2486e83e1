// How long the product in one process takes from its command to its first answer, on a fresh folder and on one with data.
// It depends on what else the machine does, so the load is printed too. Run it with
// `node tools/run.mjs test/bench/start.ts`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@signalbox/testing/servers';

const root = join(import.meta.dirname, '../..');
const rounds = 5;
const pollMs = 5;

/** Starts it as `npm start` does and answers the time until `/health` is good. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' };
  const begun = performance.now();
  const child = spawn(process.execPath, ['tools/run.mjs', 'services/standalone/src/main.ts'], { cwd: root, env, stdio: 'ignore' });
  while (!(await isHealthy(port))) await new Promise((resolve) => setTimeout(resolve, pollMs));
  const tookMs = performance.now() - begun;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return tookMs;
}

const isHealthy = async (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

const fresh: number[] = [];
const again: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-start-'));
  fresh.push(await startOnce(folder));
  again.push(await startOnce(folder));
  await rm(folder, { recursive: true });
}
for (const [title, times] of Object.entries({ 'fresh folder': fresh, 'folder with data': again })) {
  console.log(`${title.padEnd(17)} median ${Math.round(median(times))} ms of ${times.map(Math.round).join(', ')}`);
}
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
