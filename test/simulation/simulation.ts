// Runs many seeds of the simulation and prints the results: `npm run suite -- simulation --seeds 1000`. To repeat a failed seed with its
// records, run `npm run suite -- simulation --seed 17 --verbose`; `--mistake "no inbox"` plants a mistake.

import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { selectNamed } from '../../tools/testing/select-named.ts';
import { openDatabases } from './databases.ts';
import { faithful, type Parts } from './parts.ts';
import { mistakes } from './planted.ts';
import { storedServices } from './product.ts';
import type { Share } from './run-seeds.ts';
import { type Outcome, simulate } from './simulate.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    operations: { type: 'string', default: '200' },
    seed: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    mistake: { type: 'string' },
  },
});
const operations = readAmount(options, 'operations');
const say = (sentence: string) => console.log(sentence);

function selectParts(): Parts {
  const { mistake } = options;
  if (mistake === undefined) return faithful;
  const [[, planted] = ['', faithful]] = selectNamed(Object.entries(mistakes), mistake, ([title]) => title, '--mistake');
  return planted;
}

async function runMany(): Promise<Outcome[]> {
  if (options.mistake !== undefined) throw new Error('--mistake applies to a single seed: name it with --seed');
  const outcomes: Outcome[] = [];
  const threads = availableParallelism();
  const [count, from] = [readAmount(options, 'seeds'), readAmount(options, 'from')];
  const seeds = Array.from({ length: count }, (_, index) => from + index);
  const live = async (thread: number) => {
    const share: Share = { seeds: seeds.filter((seed) => seed % threads === thread), operations };
    const worker = new Worker(join(import.meta.dirname, 'run-seeds.ts'), { workerData: share });
    worker.on('message', (outcome: Outcome) => outcomes.push(outcome));
    await once(worker, 'exit');
  };
  await Promise.all(Array.from({ length: threads }, (_, thread) => live(thread)));
  if (outcomes.length < seeds.length) throw new Error(`only ${outcomes.length} of ${seeds.length} seeds completed`);
  return outcomes;
}

async function runOne(seed: number): Promise<Outcome[]> {
  const parts = selectParts();
  const { databases, close } = await openDatabases(storedServices);
  const outcome = await simulate(databases, { seed, operations, reported: options.verbose, parts });
  await close();
  for (const note of outcome.notes) process.stdout.write(note);
  say(`trace ${outcome.trace}`);
  return [outcome];
}

function report(outcomes: readonly Outcome[], seconds: number): void {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) for (const [what, count] of outcome.counts) counts.set(what, (counts.get(what) ?? 0) + count);
  for (const [what, count] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    say(`${what.padEnd(36)} ${String(count).padStart(9)}`);
  const failed = outcomes.filter(({ problems }) => problems.length > 0).toSorted((one, other) => one.seed - other.seed);
  for (const { seed, problems } of failed.slice(0, 20)) say(`BROKEN seed ${seed}: ${problems.slice(0, 5).join('; ')}`);
  say(`${outcomes.length} seeds of ${operations} operations in ${seconds.toFixed(1)} s: ${failed.length} broken`);
  if (failed.length > 0) process.exitCode = 1;
}

const begun = performance.now();
const outcomes = options.seed === undefined ? await runMany() : await runOne(readAmount(options, 'seed'));
report(outcomes, (performance.now() - begun) / 1000);
