import { deepEqual } from 'node:assert/strict';
import { entityDifferences, migrateService } from '@signalbox/testing';
import { changeRequests } from '../../service.ts';

describe('migrations of change-requests', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(changeRequests, { interrupted: true });
    deepEqual(await entityDifferences(schema.store, changeRequests), []);
    await schema.close();
  });
});
