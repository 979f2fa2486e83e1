import { deepEqual } from 'node:assert/strict';
import type { EntityManager } from '@signalbox/kit';
import { migrateService, schemaDifferences } from '@signalbox/testing';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { toggles } from '../../service.ts';
import { StrategySegment } from '../../feature/strategy/strategy.ts';

describe('migrations of toggles', function () {
  this.timeout(60_000);

  it('make the tables that the entities describe, though each is interrupted and runs again', async () => {
    const schema = await migrateService(toggles, { interrupted: true });
    deepEqual(await schemaDifferences(schema.store, toggles), []);
    await schema.close();
  });

  it('say of each use of a segment which feature it is in, also of uses that were there before', async () => {
    const schema = await migrateService(toggles, { rows: { before: '0041-feature-of-segment-use', insert: insertUses } });
    const uses = await schema.store.reader().find(StrategySegment, {}, { orderBy: { strategyId: 'asc', segmentId: 'asc' } });
    deepEqual(
      uses.map(({ strategyId, segmentId, featureName }) => [strategyId, segmentId, featureName]),
      [
        [idOf(1), 1, 'cart'],
        [idOf(1), 2, 'cart'],
        [idOf(2), 1, 'cart'],
        [idOf(3), 2, 'Cart'],
      ],
    );
    await schema.close();
  });

  it('count the strategies that were there before', async () => {
    const insert = async (em: EntityManager) => {
      await insertUses(em);
      await em.execute(
        "insert into environment (name, type, enabled, is_protected, sort_order, created_at) values ('test', 'test', 1, 0, 2, 1)",
      );
      await em.execute("insert into feature_environment (feature_name, environment, enabled, variants) values ('cart', 'test', 0, '[]')");
      await em.execute('update feature_strategy set disabled = 1 where id = ?', [idOf(2)]);
    };
    const schema = await migrateService(toggles, { rows: { before: '0046-strategies-of-places', insert } });
    const places = await schema.store.reader().find(FeatureEnvironment, {}, { orderBy: { featureName: 'asc', environment: 'asc' } });
    deepEqual(
      places.map(({ featureName, environment, strategyCount, enabledStrategyCount }) => [
        `${featureName} ${environment}`,
        strategyCount,
        enabledStrategyCount,
      ]),
      [
        ['Cart live', 1, 1],
        ['cart live', 2, 1],
        ['cart test', 0, 0],
      ],
    );
    await schema.close();
  });

  it('would be caught if they made another table than the entities describe', async () => {
    const other = {
      name: '9999-other',
      up: () => [
        'alter table tag_type drop column icon',
        'alter table tag_type add column colour varchar(10) null',
        'alter table strategy_definition drop column title',
        'alter table strategy_definition add column title bigint not null default 0',
        'drop table feature_tag',
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
    ]);
    await schema.close();
  });
});

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** Strategies of two features, which use two segments, as they stood before a use named its feature. */
async function insertUses(em: EntityManager): Promise<void> {
  const features = ['cart', 'Cart'];
  const strategies = [
    [idOf(1), 'cart'],
    [idOf(2), 'cart'],
    [idOf(3), 'Cart'],
  ];
  const uses = [
    [idOf(1), 1],
    [idOf(1), 2],
    [idOf(2), 1],
    [idOf(3), 2],
  ];
  await em.execute("insert into project (id, name, mode, default_stickiness, created_at) values ('shop', 'Shop', 'open', 'default', 1)");
  await em.execute(
    "insert into environment (name, type, enabled, is_protected, sort_order, created_at) values ('live', 'test', 1, 0, 1, 1)",
  );
  for (const name of features) {
    await em.execute(
      "insert into feature (name, project_id, type, stale, impression_data, created_at, version) values (?, 'shop', 'release', 0, 0, 1, 1)",
      [name],
    );
    await em.execute("insert into feature_environment (feature_name, environment, enabled, variants) values (?, 'live', 0, '[]')", [name]);
  }
  for (const strategy of strategies) {
    await em.execute(
      `insert into feature_strategy
        (id, feature_name, environment, strategy_name, disabled, sort_order, parameters, constraints, variants, created_at)
        values (?, ?, 'live', 'default', 0, 0, '{}', '[]', '[]', 1)`,
      strategy,
    );
  }
  for (const id of [1, 2])
    await em.execute("insert into segment (id, name, constraints, created_at) values (?, ?, '[]', 1)", [id, `segment ${id}`]);
  for (const use of uses) await em.execute('insert into feature_strategy_segment (strategy_id, segment_id) values (?, ?)', use);
}
