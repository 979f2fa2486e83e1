import { ok } from 'node:assert/strict';
import { openDatabases } from './databases.ts';
import { mistakes } from './planted.ts';
import { storedServices } from './product.ts';
import { simulate } from './simulate.ts';

/** The rarest mistake shows at this seed, and the others at this or the next one. */
const firstSeed = 7;

describe('the simulated flow of events with a planted mistake', () => {
  let databases: Awaited<ReturnType<typeof openDatabases>>;
  before(async () => {
    databases = await openDatabases(storedServices);
  });
  after(() => databases.close());

  for (const [mistake, parts] of Object.entries(mistakes)) {
    it(`reveals within forty seeds that ${mistake}`, async () => {
      for (let seed = firstSeed; seed < firstSeed + 40; seed += 1)
        if ((await simulate(databases.databases, { seed, operations: 200, parts })).problems.length > 0) return;
      ok(false, 'no seed found it');
    });
  }
});
