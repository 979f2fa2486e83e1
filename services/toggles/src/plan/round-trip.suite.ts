import { deepEqual, equal } from 'node:assert/strict';
import { start, type TestApp } from '@signalbox/testing';
import * as fc from 'fast-check';
import { toggles } from '../service.ts';
import { instance } from './documents.fixture.ts';
import { apply, empty, exportedDocuments } from './plan.fixture.ts';

/** Applies and exports this many random instances. */
export function describeRoundTrip(instances: number): void {
  describe('an export', function () {
    this.timeout(30_000 + instances * 1000);
    let app: TestApp;
    before(async () => {
      app = await start([toggles]);
    });
    after(() => app.close());

    it(`is the same, byte for byte, after it was applied to an empty instance (${instances} random instances)`, async () => {
      const property = fc.asyncProperty(instance, async (documents) => {
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
      await fc.assert(property, { numRuns: instances });
    });

    it(`is reached from any other state of the instance (${instances} random pairs)`, async () => {
      const property = fc.asyncProperty(instance, instance, async (before, after) => {
        await empty(app);
        await apply(app, before);
        await apply(app, after);
        const { plan } = await apply(app, after);
        deepEqual(plan.actions, []);
      });
      await fc.assert(property, { numRuns: instances });
    });
  });
}
