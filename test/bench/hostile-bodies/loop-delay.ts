// Loaded into the product's processes before anything of theirs: how long their event loops are blocked, written into a file of the
// folder that its URL names, at each SIGUSR2, since the one before.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds between two runs of a timer that is due after one: by the clock, and of the CPU that this thread had meanwhile. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
  /** Far below the clock's where other processes had the CPU. */
  readonly cpuP99: number;
}

const folder = new URL(import.meta.url).searchParams.get('folder');
const everyMs = 1;
let turns: { ms: number; cpuMs: number }[] = [];

function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function percentile(values: number[], share: number): number {
  values.sort((one, other) => one - other);
  return values[Math.ceil(values.length * share) - 1] ?? 0;
}

function watch(): void {
  let last = { at: performance.now(), cpu: cpuNow() };
  setInterval(() => {
    const now = { at: performance.now(), cpu: cpuNow() };
    turns.push({ ms: now.at - last.at, cpuMs: now.cpu - last.cpu });
    last = now;
  }, everyMs).unref();
}

function seen(): LoopDelay {
  const [intervals, cpu] = [turns.map(({ ms }) => ms), turns.map(({ cpuMs }) => cpuMs)];
  return { p99: percentile(intervals, 0.99), max: percentile(intervals, 1), cpuP99: percentile(cpu, 0.99) };
}

if (folder !== null) {
  watch();
  process.on('SIGUSR2', () => {
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(seen()));
    turns = [];
  });
}
