import { deepEqual, ok } from 'node:assert/strict';
import { failpoints } from '@signalbox/host';
import { testEnvironment } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from './crashing.fixture.ts';
import { findProblems, type Ledger, readLedger } from './ledger.ts';
import type { PlannedFailpoint } from './failpoint.ts';

const writers = 6;

/** At which passing of a point it is killed: another one in each way, as a relay has sent nothing by the one and has by the other. */
const at = testEnvironment.way === 'standalone' ? 2 : 5;

/** Each point once; what happens to a message that arrives concerns audit. */
const plans: readonly PlannedFailpoint[] = failpoints.map((point) => ({
  point,
  service: point === 'before ack' || point === 'after handling' ? 'audit' : 'toggles',
  at,
}));

/** Lets clients write while the product meets these fates one after the other, then reads what came of it. */
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

describe('crashes between a write and its effects', function () {
  this.timeout(115_000);
  const opened: CrashingProduct[] = [];
  const open = async () => {
    const product = await openCrashingProduct();
    opened.push(product);
    return product;
  };
  afterEach(() => Promise.all(opened.splice(0).map((product) => product.close())));

  it('lose, invent and repeat nothing, wherever the process is killed', async () => {
    const { ledger, hits } = await live(await open(), plans, 60_000);
    deepEqual(hits, [...failpoints]);
    deepEqual(findProblems(ledger), []);
    // Each kill costs a start, of which a slow machine has few in its minute.
    ok(ledger.acknowledged.length > hits.length, `only ${ledger.acknowledged.length} writes were acknowledged`);
  });
});
