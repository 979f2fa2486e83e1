import { deepEqual } from 'node:assert/strict';
import { entityDifferences, migrateService } from '@signalbox/testing';
import { integrations } from '../service.ts';

describe('migrations of integrations', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(integrations, { interrupted: true });
    deepEqual(await entityDifferences(schema.store, integrations), []);
    await schema.close();
  });
});
