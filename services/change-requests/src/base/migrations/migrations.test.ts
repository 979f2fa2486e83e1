import { deepEqual } from 'node:assert/strict';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { changeRequests } from '../../service.ts';
import { tables } from '../../tables/tables.ts';

describe('migrations of change-requests', () => {
  it('create exactly the declared tables, even when each is interrupted and runs again', async () => {
    const schema = await migrateService(changeRequests, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, tables), []);
    await schema.close();
  });
});
