// Measures the time from `npm start` to its first response, on an empty folder, on one with data and without the console, and the memory a
// second later. The machine's load is printed because it affects the times. Linux only. Run it with `node tools/run.mjs
// test/bench/start.ts`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@signalbox/testing/servers';
import { root } from '../../tools/testing/root.ts';
import { memoryOf } from './administration/cpu.ts';
import { figureOf } from './administration/figures.ts';

const rounds = 5;
const pollMs = 5;
const settlingMs = 1000;

interface Start {
  readonly ms: number;
  readonly megabytes: number;
}

async function startOnce(dataDir: string, consoleIs: 'on' | 'off' = 'on'): Promise<Start> {
  const port = await findFreePort();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', CONSOLE: consoleIs };
  const begun = performance.now();
  const child = spawn(process.execPath, ['tools/run.mjs', 'services/standalone/src/main.ts'], { cwd: root, env, stdio: 'ignore' });
  while (!(await isHealthy(port))) await sleep(pollMs);
  const ms = performance.now() - begun;
  await sleep(settlingMs);
  // The command starts the server on the pinned Node.
  const server = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  const megabytes = memoryOf(Number.parseInt(server, 10)).now;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ms, megabytes };
}

const isHealthy = async (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const starts: Readonly<Record<string, Start[]>> = { 'fresh folder': [], 'folder with data': [], 'without the console': [] };
for (let round = 0; round < rounds; round += 1) {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-start-'));
  starts['fresh folder']?.push(await startOnce(folder));
  starts['folder with data']?.push(await startOnce(folder));
  starts['without the console']?.push(await startOnce(folder, 'off'));
  await rm(folder, { recursive: true });
}
for (const [title, found] of Object.entries(starts)) {
  const { median, min, max } = figureOf(found.map(({ ms }) => Math.round(ms)));
  console.log(`${title.padEnd(19)} ${median} ms (${min} - ${max}), ${figureOf(found.map(({ megabytes }) => megabytes)).median} MB`);
}
console.log(`machine load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
