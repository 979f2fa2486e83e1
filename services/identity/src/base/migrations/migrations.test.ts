import { deepEqual } from 'node:assert/strict';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { identity } from '../../service.ts';
import { tables } from '../../tables/tables.ts';

describe('the migrations of identity', () => {
  it('produce exactly the declared tables, even when each is interrupted and runs again', async () => {
    const schema = await migrateService(identity, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, tables), []);
    await schema.close();
  });
});
