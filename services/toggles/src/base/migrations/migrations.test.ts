import { deepEqual } from 'node:assert/strict';
import type { Migration } from '@signalbox/kit';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { FeatureType } from '../../vocabulary/feature-type/feature-type.ts';
import { sunsetType } from './0004-sunset-type.ts';
import { tables } from '../../tables/tables.ts';

describe('migrations of toggles', () => {
  it('result in exactly the declared tables, even when each is interrupted and runs again', async () => {
    const schema = await migrateService(toggles, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, tables), []);
    await schema.close();
  });

  it('add the type sunset once to an instance that has types, and leave a new instance to its default data', async () => {
    const schema = await migrateService(toggles);
    const { store } = schema;
    const types = async () => (await store.reader().find(FeatureType, {}, { orderBy: { id: 'asc' } })).map(({ id }) => id);
    const run = () =>
      store.transaction(async (em) => {
        for (const statement of sunsetType.up({ serial: '', exact: '', widen: () => [] })) await em.execute(statement);
      });
    deepEqual(await types(), []);
    await store.transaction(async (em) => void em.create(FeatureType, { id: 'own', name: 'Own', description: '', lifetimeDays: null }));
    for (let times = 0; times < 2; times += 1) {
      await run();
      deepEqual(await types(), ['own', 'sunset']);
    }
    await schema.close();
  });

  it('fail the check when they result in other tables', async () => {
    const other: Migration = {
      name: '9999-other',
      up: () => [
        'alter table tag_type drop column icon',
        'alter table tag_type add column icon varchar(20) null',
        'alter table tag_type drop column description',
        'alter table tag_type add column color varchar(10) null',
        'alter table strategy_definition drop column title',
        'alter table strategy_definition add column title bigint not null default 0',
        'alter table feature drop column potentially_stale',
        'alter table feature add column potentially_stale boolean not null default true',
        'alter table segment drop column created_by',
        'alter table segment add column created_by text null',
        'drop table feature_tag',
        'create table careless (name varchar(10) not null)',
      ],
    };
    const schema = await migrateService({ ...toggles, migrations: [...(toggles.migrations ?? []), other] });
    const onMysql = schema.store.dialect === 'mysql';
    deepEqual(await schemaDifferences(schema.store, tables), [
      'feature.potentially_stale: default is 1, declared as 0',
      'there is no table feature_tag',
      'segment.created_by: type is text, declared as varchar(255)',
      'strategy_definition.title: type is bigint, declared as varchar(255)',
      'strategy_definition.title: nullable is false, declared as true',
      'strategy_definition.title: default is 0, declared as null',
      'tag_type.description is missing',
      ...(onMysql ? ['tag_type.icon: type is varchar(20), declared as varchar(255)'] : []),
      'tag_type.color is not declared',
      'careless is not declared',
      ...(onMysql ? ['careless.name compares as utf8mb4_general_ci does'] : []),
    ]);
    await schema.close();
  });
});
