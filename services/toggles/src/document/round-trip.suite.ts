import { deepEqual, equal } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import * as fc from 'fast-check';
import { toggles } from '../service.ts';
import { instance } from './documents.fixture.ts';
import { apply, empty, exportedDocuments } from './plan.fixture.ts';

/** Instances of one test. The runner stops a file that reports no test for a quarter of an hour. */
const instancesAtOnce = 250;

/** Applies and exports this many random instances. */
export function describeRoundTrip(instances: number): void {
  describe('an export', function () {
    this.timeout(360_000 + instances * 1000);
    const numRuns = Math.min(instances, instancesAtOnce);
    const rounds = Array.from(
      { length: Math.ceil(instances / numRuns) },
      (_, index) => `round ${index + 1} of ${numRuns} random instances`,
    );
    let app: TestApp;
    before(async () => {
      app = await start([toggles]);
    });
    after(() => app.close());

    const isSame = () =>
      fc.asyncProperty(instance, async (documents) => {
        await empty(app);
        await apply(app, documents);
        const exported = await exportedDocuments(app);
        await empty(app);
        await apply(app, exported);
        equal(JSON.stringify(await exportedDocuments(app)), JSON.stringify(exported));
        const events = await app.eventsOf('toggles', async () => {
          const { plan, body } = await apply(app, exported, { prune: true });
          deepEqual([plan.actions, body.applied], [[], 0]);
        });
        deepEqual(events, []);
      });
    const isReached = () =>
      fc.asyncProperty(instance, instance, async (before, after) => {
        await empty(app);
        await apply(app, before);
        await apply(app, after, { reason: 'test' });
        const { plan } = await apply(app, after);
        deepEqual(plan.actions, []);
      });

    for (const round of rounds) {
      it(`is the same, byte for byte, after it was applied to an empty instance (${round})`, () => fc.assert(isSame(), { numRuns }));

      it(`is reached from any other state of the instance (${round})`, () => fc.assert(isReached(), { numRuns }));
    }
  });
}
