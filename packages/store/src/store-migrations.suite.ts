import { deepEqual, equal, match } from 'node:assert/strict';
import { readCounter } from './counter.ts';
import { failureOf, Item, item, itemEntity, itemMigration, itemSchema, type TestDatabase, writeItem } from './store.fixture.ts';
import type { Migration } from './migrations/migration.ts';

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

    it('are named while they have not run', async () => {
      const store = await database.open(itemSchema);
      equal((await store.pendingMigrations()).at(-1), itemMigration.name);
      await store.migrate();
      deepEqual(await store.pendingMigrations(), []);
      deepEqual(await (await withSecond('select 1')).pendingMigrations(), ['0002-tags']);
    });

    it('run those that are new', async () => {
      const first = await database.open(itemSchema);
      await first.migrate();
      await first.transaction(async (em) => void em.create(Item, item('old')));
      await first.close();
      const later = await withSecond('create table if not exists tag (id integer not null primary key)', 'insert into tag (id) values (1)');
      await later.migrate();
      equal(await later.reader().count(Item), 1);
      equal((await later.reader().getConnection('write').execute('select id from tag')).length, 1);
    });

    it('run a step of the base tables that came after the service’s own', async () => {
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

    it('run to the end after a failure in the middle, with what they made before it', async () => {
      const made = [
        'create table if not exists tag (id integer not null primary key)',
        'create index tag_by_id on tag (id)',
        'alter table tag add column colour varchar(10) null',
      ];
      const broken = await withSecond(...made, 'insert into nowhere values (1)');
      match(((await failureOf(broken.migrate())) as Error).message, /^migration 0002-tags failed$/);
      await broken.close();
      const mended = await withSecond(...made, "insert into tag (id, colour) values (1, 'red')");
      await mended.migrate();
      await mended.migrate();
      equal((await mended.reader().getConnection('write').execute('select colour from tag')).length, 1);
    });

    it('run once when three processes start at the same moment', async () => {
      const said = await Promise.all([1, 2, 3].map(() => database.migrateElsewhere()));
      for (const words of said) equal(words, 'migrated');
      const store = await database.open(itemSchema);
      await store.transaction((em) => writeItem(em, 'after'));
      equal((await readCounter(store.reader())).position, 1);
    });
  });
}
