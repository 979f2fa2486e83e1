import { deepEqual } from 'node:assert/strict';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { audit } from '../service.ts';
import { tables } from '../tables/tables.ts';

describe('migrations of audit', () => {
  it('create exactly the declared tables, even when each is interrupted and runs again', async () => {
    const schema = await migrateService(audit, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, tables), []);
    await schema.close();
  });
});
