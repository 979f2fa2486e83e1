import { deepEqual } from 'node:assert/strict';
import { entityDifferences, migrateService } from '@signalbox/testing';
import { identity } from '../../service.ts';

describe('migrations of identity', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(identity, { interrupted: true });
    deepEqual(await entityDifferences(schema.store, identity), []);
    await schema.close();
  });
});
