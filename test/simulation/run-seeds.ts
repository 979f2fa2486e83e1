import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { openDatabases } from './databases.ts';
import { storedServices } from './product.ts';
import { type Outcome, simulate } from './simulate.ts';

/** Seeds that one thread runs in sequence. */
export interface Share {
  readonly seeds: readonly number[];
  readonly operations: number;
}

if (!isMainThread) {
  const { seeds, operations } = workerData as Share;
  const { databases, close } = await openDatabases(storedServices);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  for (const seed of seeds) parentPort?.postMessage((await simulate(databases, { seed, operations })) satisfies Outcome);
  await close();
}
