import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readCounter } from './lease/counter.ts';
import { failureOf, Item, item, itemEntity, itemMigration, itemSchema, type TestDatabase, writeItem } from './store.fixture.ts';
import type { Migration } from './migrations/migration.ts';
import { UnusableSchema } from './store.ts';

export function describeMigrations(newDatabase: () => Promise<TestDatabase>): void {
  describe('migrations', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await newDatabase();
    });
    afterEach(() => database.end());

    const withSecond = (...statements: string[]) => {
      const second: Migration = { name: '0002-tags', up: () => statements };
      return database.open({ entities: [itemEntity], migrations: [itemMigration, second] });
    };

    it('change nothing when they run again', async () => {
      const store = await database.open(itemSchema);
      await store.migrate();
      await store.transaction((em) => writeItem(em, 'first'));
      await store.migrate();
      await (await database.open(itemSchema)).migrate();
      equal(await store.reader().count(Item), 1);
      equal((await readCounter(store.reader())).position, 1);
    });

    it('are planned with their statements and status', async () => {
      const own = { name: itemMigration.name, statements: 2 };
      const store = await database.open(itemSchema);
      deepEqual((await store.planMigrations()).at(-1), { ...own, isDone: false });
      await store.migrate();
      const second = await withSecond('select 1');
      deepEqual((await second.planMigrations()).slice(-2), [
        { ...own, isDone: true },
        { name: '0002-tags', statements: 1, isDone: false },
      ]);
    });

    it('report each statement', async () => {
      const steps: string[] = [];
      await (await database.open(itemSchema)).migrate(({ name, done, of }) => steps.push(`${name} ${done}/${of}`));
      deepEqual(steps.slice(-3), ['0001-items 0/2', '0001-items 1/2', '0001-items 2/2']);
    });

    it('leave the database usable for an earlier version after additions', async () => {
      await (await withSecond('alter table item add column color varchar(10) null')).migrate();
      const earlier = await database.open(itemSchema);
      await earlier.migrate();
      await earlier.transaction((em) => writeItem(em, 'from before'));
      deepEqual((await earlier.planMigrations()).at(-1), { name: itemMigration.name, statements: 2, isDone: true });
      equal(await (await withSecond('select 1')).reader().count(Item), 1);
    });

    it('run pending ones of an earlier version after those of a later version', async () => {
      const later = { name: '0003-later', up: () => ['select 1'] };
      await (await database.open({ entities: [itemEntity], migrations: [itemMigration, later] })).migrate();
      const earlier = await withSecond('create table if not exists tag (id integer not null primary key)');
      await earlier.migrate();
      deepEqual((await earlier.planMigrations()).at(-1), { name: '0002-tags', statements: 1, isDone: true });
    });

    it('can exclude earlier versions, which then refuse to start and change nothing', async () => {
      const contracting: Migration = { name: '0003-fewer', runsFrom: '0002-tags', up: () => ['select 1'] };
      const second: Migration = { name: '0002-tags', up: () => ['select 1'] };
      await (await database.open({ entities: [itemEntity], migrations: [itemMigration, second, contracting] })).migrate();
      await (await withSecond('select 1')).migrate();
      const earlier = await database.open(itemSchema);
      for (const refused of [() => earlier.migrate(), () => earlier.planMigrations()]) {
        const error = await failureOf(refused());
        ok(error instanceof UnusableSchema);
        match(
          error.message,
          /^a later version has migrated it, and only versions with migration 0002-tags can run on it; start one of them/,
        );
      }
    });

    it('run when they are new', async () => {
      const first = await database.open(itemSchema);
      await first.migrate();
      await first.transaction(async (em) => void em.create(Item, item('old')));
      await first.close();
      const later = await withSecond('create table if not exists tag (id integer not null primary key)', 'insert into tag (id) values (1)');
      await later.migrate();
      equal(await later.reader().count(Item), 1);
      equal((await later.reader().getConnection('write').execute('select id from tag')).length, 1);
    });

    it('run a new step of the base tables after the service’s own', async () => {
      const store = await database.open(itemSchema);
      await store.migrate();
      const execute = (statement: string) => store.reader().getConnection('write').execute(statement);
      const indexes = store.dialect === 'mysql' ? { inbox: ' on inbox', records: ' on idempotency_record' } : { inbox: '', records: '' };
      const dropIndexes = async () => {
        await execute(`drop index inbox_by_age${indexes.inbox}`);
        await execute(`drop index idempotency_record_by_age${indexes.records}`);
      };
      await dropIndexes();
      await execute("delete from migration where name = '0000-messages-and-leases'");
      await (await database.open(itemSchema)).migrate();
      await dropIndexes();
    });

    it('complete after a failure halfway, with the results from before it', async () => {
      const made = [
        'create table if not exists tag (id integer not null primary key)',
        'create index tag_by_id on tag (id)',
        'alter table tag add column color varchar(10) null',
      ];
      const broken = await withSecond(...made, 'insert into nowhere values (1)');
      match(((await failureOf(broken.migrate())) as Error).message, /^migration 0002-tags failed$/);
      await broken.close();
      const mended = await withSecond(...made, "insert into tag (id, color) values (1, 'red')");
      await mended.migrate();
      await mended.migrate();
      equal((await mended.reader().getConnection('write').execute('select color from tag')).length, 1);
    });

    it('run once when three processes start at the same moment', async () => {
      const outputs = await Promise.all([1, 2, 3].map(() => database.migrateElsewhere()));
      for (const output of outputs) equal(output, 'migrated');
      const store = await database.open(itemSchema);
      await store.transaction((em) => writeItem(em, 'after'));
      equal((await readCounter(store.reader())).position, 1);
    });
  });
}
