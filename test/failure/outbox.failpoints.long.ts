import { deepEqual, ok } from 'node:assert/strict';
import { failpoints } from '@signalbox/host';
import { testEnvironment } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from './crashing.fixture.ts';
import { findProblems, type Ledger, readLedger } from './ledger.ts';
import type { PlannedFailpoint } from './failpoint.ts';

const writers = 6;

/**
 * Pass of a point at which the process is killed. Differs between the ways of running, so that the relay has sent something before in one
 * of them.
 */
const at = testEnvironment.way === 'standalone' ? 2 : 5;

/** Each point once. Points of incoming messages apply to audit. */
const plans: readonly PlannedFailpoint[] = failpoints.map((point) => ({
  point,
  service: point === 'before ack' || point === 'after handling' ? 'audit' : 'toggles',
  at,
}));

/** Lets clients write while the product crashes at these points in turn, then reads the results. */
async function live(
  product: CrashingProduct,
  plans: readonly PlannedFailpoint[],
  limitMs: number,
): Promise<{ ledger: Ledger; hits: PlannedFailpoint['point'][] }> {
  const stop = new AbortController();
  const written = product.write(writers, stop.signal);
  written.catch(() => undefined);
  const hits: PlannedFailpoint['point'][] = [];
  for (const plan of plans) {
    await product.crash(plan);
    hits.push(plan.point);
  }
  product.start();
  stop.abort();
  return { ledger: await readLedger(product.workspace, await written, limitMs), hits };
}

describe('crashes between a write and its effects', () => {
  const opened: CrashingProduct[] = [];
  const open = async () => {
    const product = await openCrashingProduct();
    opened.push(product);
    return product;
  };
  afterEach(() => Promise.all(opened.splice(0).map((product) => product.close())));

  it('lose, invent and repeat nothing, no matter where the process is killed', async () => {
    const { ledger, hits } = await live(await open(), plans, 60_000);
    deepEqual(hits, [...failpoints]);
    deepEqual(findProblems(ledger), []);
    // Each kill costs a restart, and a slow machine manages few per minute.
    ok(ledger.acknowledged.length > hits.length, `only ${ledger.acknowledged.length} writes were acknowledged`);
  });
});
