import { deepEqual } from 'node:assert/strict';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { integrations } from '../service.ts';

describe('migrations of integrations', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(integrations, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, integrations), []);
    await schema.close();
  });
});
