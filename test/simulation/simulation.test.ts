import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { openDatabases } from './databases.ts';
import { mistakes } from './planted.ts';
import { storedServices } from './product.ts';
import { simulate } from './simulate.ts';

const operations = 200;
describe('the simulated flow of events', () => {
  let databases: Awaited<ReturnType<typeof openDatabases>>;
  before(async () => {
    databases = await openDatabases(storedServices);
  });
  after(() => databases.close());
  const run = (seed: number, more = {}) => simulate(databases.databases, { seed, operations, ...more });

  it('loses, repeats and reorders nothing under any fault', async () => {
    for (let seed = 1; seed <= 3; seed += 1) deepEqual((await run(seed)).problems, [], `seed ${seed}`);
  });

  it('is identical in each run of a seed, to the millisecond', async () => {
    const [first, second, other] = [await run(7), await run(7), await run(8)];
    equal(first.trace, second.trace);
    deepEqual(first.counts, second.counts);
    notEqual(first.trace, other.trace);
  });

  it('reveals a planted mistake', async () => {
    const { problems } = await run(7, { parts: mistakes['a consumer has no inbox'] });
    ok(problems.length > 0);
  });
});
