import { deepEqual } from 'node:assert/strict';
import type { Migration } from '@signalbox/kit';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('migrations of toggles', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(toggles, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, toggles), []);
    await schema.close();
  });

  it('would be caught if they made another table than the entities describe', async () => {
    const other: Migration = {
      name: '9999-other',
      up: () => [
        'alter table tag_type drop column icon',
        'alter table tag_type add column colour varchar(10) null',
        'alter table strategy_definition drop column title',
        'alter table strategy_definition add column title bigint not null default 0',
        'drop table feature_tag',
        'create table careless (name varchar(10) not null)',
      ],
    };
    const schema = await migrateService({ ...toggles, migrations: [...(toggles.migrations ?? []), other] });
    deepEqual(await schemaDifferences(schema.store, toggles), [
      'there is no table feature_tag',
      ...['feature_name', 'tag_type', 'tag_value', 'created_at'].map((column) => `feature_tag.${column} is missing`),
      'strategy_definition.title: kind is number, the entity says text',
      'strategy_definition.title: nullable is false, the entity says true',
      'tag_type.icon is missing',
      'tag_type.colour is no property of TagType',
      ...(schema.store.dialect === 'mysql' ? ['careless.name compares as utf8mb4_general_ci does'] : []),
    ]);
    await schema.close();
  });
});
