import { deepEqual, ok } from 'node:assert/strict';
import { type FaultProxy, openFaultProxy } from '@signalbox/testing/fault-proxy';
import { testEnvironment } from '@signalbox/testing';
import { liveThrough, plantedBugNames } from './trials/planted-bugs.ts';

const ledgerLimitMs = 5000;

// What is in flight between processes, and at a broker, is not there in one process.
if (testEnvironment.way === 'distributed')
  describe('a product with a planted mistake', function () {
    this.timeout(115_000);
    const proxies: FaultProxy[] = [];
    after(() => Promise.all(proxies.map((proxy) => proxy.close())));

    it('is found by the ledger, whichever of the four it has', async () => {
      const found = await Promise.all(
        plantedBugNames.map(async (bug) => {
          const proxy = await openFaultProxy(testEnvironment.amqpUrl ?? '');
          proxies.push(proxy);
          return [bug, await liveThrough(bug, { proxy }, ledgerLimitMs)] as const;
        }),
      );
      deepEqual(
        found.flatMap(([bug, problems]) => (problems.length > 0 ? [] : [bug])),
        [],
      );
      const problems = new Map(found);
      ok(problems.get('keeps no inbox')?.some((problem) => /^toggles has counted \d+ API tokens of \d+$/.test(problem)));
      ok(!found.flatMap(([, said]) => said).some((problem) => problem.startsWith('the acknowledged change')));
    });
  });
