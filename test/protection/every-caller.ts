import { deepEqual } from 'node:assert/strict';
import { trialsOf } from './every-operation.ts';
import { describeCounts, openTrials, type Trials } from './run-trials.ts';
import { ways } from './ways/index.ts';
import { callers } from './world.ts';

// `npm run suite -- protection`. The tests of `npm test` attempt each operation as one caller.
describe('every operation that writes, as every caller', () => {
  let trials: Trials;
  before(async () => {
    trials = await openTrials();
  });
  after(() => trials.close());

  it('changes production only by approval, or directly and recorded', async () => {
    const report = await trials.run(trialsOf(ways), callers);
    process.stdout.write(`${describeCounts(report)}\n`);
    deepEqual(report.failures, []);
  });
});
