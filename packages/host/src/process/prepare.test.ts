import { equal, rejects } from 'node:assert/strict';
import { Failure } from '@signalbox/contracts';
import type { Service } from '@signalbox/kit';
import { StoreTimeout } from '@signalbox/store';
import { start } from '@signalbox/testing';
import { sampleService } from '../sample-service.fixture.ts';

describe('the default data of a service', () => {
  async function startWith(prepare: NonNullable<Service['prepare']>): Promise<void> {
    const app = await start([{ ...sampleService(), prepare }]);
    await app.close();
  }

  for (const absence of [new StoreTimeout('no database connection within 700 ms'), new Failure('UnavailableError', 'Try again.')]) {
    it(`waits for an overloaded database that throws ${absence.constructor.name}`, async () => {
      let attempts = 0;
      await startWith(async () => {
        attempts += 1;
        if (attempts === 1) throw absence;
      });
      equal(attempts, 2);
    });
  }

  it('ends the start if it has a bug', async () => {
    const fault = startWith(() => Promise.reject(new Error('nobody can prepare this')));
    await rejects(fault, /nobody can prepare this/);
  });
});
