import { deepEqual } from 'node:assert/strict';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { integrations } from '../service.ts';
import { tables } from '../tables/tables.ts';

describe('migrations of integrations', () => {
  it('create exactly the declared tables, even when each is interrupted and runs again', async () => {
    const schema = await migrateService(integrations, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, tables), []);
    await schema.close();
  });
});
