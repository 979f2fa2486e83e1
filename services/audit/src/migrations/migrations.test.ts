import { deepEqual } from 'node:assert/strict';
import { entityDifferences, migrateService } from '@signalbox/testing';
import { audit } from '../service.ts';

describe('migrations of audit', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(audit, { interrupted: true });
    deepEqual(await entityDifferences(schema.store, audit), []);
    await schema.close();
  });
});
