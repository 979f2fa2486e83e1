import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mock } from 'node:test';
import { testEnvironment } from '@signalbox/testing/environment';
import type { EntityManager } from '@mikro-orm/sql';
import { atOnce, compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { createConnection } from 'mysql2/promise';
import { migrateElsewhere } from './migrate-elsewhere.fixture.ts';
import { takeLease } from '../lease/lease.ts';
import type { StoreOptions } from '../location.ts';
import type { MeasureStatement } from '../measure-statement.ts';
import { openStore } from './open-store.ts';
import { failureOf, Item, item, itemSchema, message, type TestDatabase, writeMessages } from '../store.fixture.ts';
import { describeStore } from '../store.suite.ts';
import type { Migration } from '../migrations/migration.ts';
import { faultOf, type Store, UnusableSchema } from '../store.ts';
import { describeValues } from '../store-values.suite.ts';

const countNamed = async (em: EntityManager, name: string) => Number((await counting(em, name)).rows[0]?.count);

const counting = compiled((db: Kysely<{ item: { name: string } }>, name: string) =>
  db
    .selectFrom('item')
    .where('name', '=', name)
    .select(({ fn }) => fn.countAll().as('count')),
);

const countUnknown = compiled((db: Kysely<{ item: { no_such_column: string } }>) => db.selectFrom('item').select('no_such_column'));

const { way, mysqlUrl } = testEnvironment;

if (way === 'distributed' && mysqlUrl !== undefined) {
  describeStore('store on MySQL', () => newDatabase(mysqlUrl));
  describeBeyond(mysqlUrl);
  describeForeignSchema(mysqlUrl);
}

/** @param collation default of a schema that existed before. */
async function newDatabase(url: string, collation?: string) {
  const prefix = `${testEnvironment.prefix.replaceAll('-', '_')}${randomBytes(3).toString('hex')}_`;
  const options: StoreOptions = { service: 'items', prefix, dataDir: '', deadlineFactor: 20 };
  const stores: Store[] = [];
  const execute = async (statement: string) => {
    const connection = await createConnection(url);
    await connection.query(statement);
    await connection.end();
  };
  if (collation !== undefined) await execute(`create database \`${prefix}items\` character set utf8mb4 collate ${collation}`);
  return {
    async open(schema = itemSchema, measure?: MeasureStatement) {
      const store = await openStore(url, { ...options, ...(measure && { measure }) }, schema);
      stores.push(store);
      return store;
    },
    migrateElsewhere: () => migrateElsewhere(url, options),
    async end() {
      await Promise.all(stores.map((store) => store.close()));
      await execute(`drop database if exists \`${prefix}items\``);
    },
  };
}

/** Runs `work` with the clock of this process set to `now`. */
async function withClock<T>(now: number, work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now });
  try {
    return await work();
  } finally {
    mock.timers.reset();
  }
}

function describeBeyond(url: string): void {
  describe('store on MySQL, beyond the suite', () => {
    let database: Awaited<ReturnType<typeof newDatabase>>;
    let store: Store;
    before(async () => {
      database = await newDatabase(url);
      store = await database.open();
      await store.migrate();
      await store.transaction(async (em) => {
        for (const name of ['left', 'right']) em.create(Item, item(name));
      });
    });
    after(() => database.end());

    it("uses the database's clock for leases, even if the process's clock is an hour off", async () => {
      const hour = 3_600_000;
      for (const skew of [hour, -hour]) {
        const take = (owner: string) => takeLease(store, `skewed by ${skew}`, owner, 600_000);
        equal((await take('one'))?.fence, 1);
        const taken = await withClock(Date.now() + skew, async () => [await take('two'), (await take('one'))?.fence]);
        deepEqual(taken, [null, 1]);
        equal(await take('two'), null);
      }
    });

    it('reports a deadlock as a conflict, rolls its victim back and lets the other commit', async () => {
      const bothHold = gate(2);
      const lock = (first: string, second: string) =>
        store.transaction(async (em) => {
          await em.nativeUpdate(Item, { name: first }, { note: `${first} first` });
          await bothHold();
          await em.nativeUpdate(Item, { name: second }, { note: `${first} first` });
        });
      const results = await Promise.allSettled([lock('left', 'right'), lock('right', 'left')]);
      deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const victim = results.find((result) => result.status === 'rejected');
      equal(faultOf(victim?.reason), 'conflict');
      const notes = (await store.reader().findAll(Item)).map(({ note }) => note);
      equal(new Set(notes).size, 1);
    });

    it('reports a conflict when a row stays locked for longer than a second', async () => {
      await store.transaction(async (em) => {
        await em.nativeUpdate(Item, { name: 'left' }, { note: 'held' });
        const waiting = store.transaction((other) => other.nativeUpdate(Item, { name: 'left' }, { note: 'waited' }));
        equal(faultOf(await failureOf(waiting)), 'conflict');
      });
      equal((await store.reader().findOneOrFail(Item, { name: 'left' })).note, 'held');
    });

    it('reports a reference when a referenced row is deleted between its check and the insert', async () => {
      await store.transaction(async (em) => void em.create(Item, item('passing')));
      const work = store.transaction(async (em) => {
        equal(await em.count(Item, { name: 'passing' }), 1);
        await store.transaction((other) => other.nativeDelete(Item, { name: 'passing' }));
        await em.execute("insert into label (item) values ('passing')");
      });
      equal(faultOf(await failureOf(work)), 'reference');
    });

    it('reads committed data from the first transaction of each connection on', async () => {
      const fresh = await database.open();
      const everybody = gate(10);
      const seen = await Promise.all(
        Array.from({ length: 10 }, () =>
          fresh.transaction(async (em) => {
            await everybody();
            const [row] = await em.execute<{ id: number; wait: number }[]>(
              'select connection_id() as id, @@innodb_lock_wait_timeout as wait',
            );
            const [variable] = await em.execute<{ Value: string }[]>(
              "show session variables where variable_name in ('tx_isolation', 'transaction_isolation')",
            );
            return { ...row, isolation: variable?.Value };
          }),
        ),
      );
      equal(new Set(seen.map(({ id }) => id)).size, 10);
      for (const { isolation, wait } of seen) deepEqual([isolation, Number(wait)], ['READ-COMMITTED', 1]);
    });

    it('sends a transaction with its first statement, reads of one turn together, and deferred writes with the commit', async () => {
      const sent: string[] = [];
      const measured = await database.open(itemSchema, (kind) => void sent.push(kind));
      await measured.transaction(async (em) => {
        await em.execute('select 1');
        deepEqual(await atOnce(countNamed(em, 'left'), countNamed(em, 'nowhere'), countNamed(em, 'right')), [1, 0, 1]);
        await writeMessages(em, [message()]);
      });
      deepEqual(sent.splice(0), ['select', 'select', 'commit']);
      await measured.transaction(async () => undefined);
      await failureOf(measured.transaction(() => Promise.reject(new Error('nothing was sent'))));
      deepEqual(sent, []);
    });

    it('rejects all statements of a message if one fails, and rolls back', async () => {
      const failure = await failureOf(
        store.transaction(async (em) => {
          await writeMessages(em, [message()]);
          await atOnce(countNamed(em, 'left'), countUnknown(em), countNamed(em, 'right'));
        }),
      );
      match(String(failure), /no_such_column/);
      equal(await store.transaction((em) => countNamed(em, 'left')), 1);
    });

    it('compares literals like columns', async () => {
      const [row] = await store.transaction((em) => em.execute<{ same: number }[]>("select 'a' = 'a ' as same"));
      equal(Number(row?.same), 0);
    });
  });
}

function describeForeignSchema(url: string): void {
  describe('store on MySQL, in a case-insensitive schema', () => {
    let database: TestDatabase;
    let store: Store;
    before(async () => {
      database = await newDatabase(url, 'utf8mb4_general_ci');
      store = await database.open();
      await store.migrate();
    });
    after(() => database.end());

    describeValues(() => ({ store, database }));

    it('compares literals exactly, too', async () => {
      const [row] = await store.transaction((em) => em.execute<{ same: number }[]>("select 'a' = 'A' as same"));
      equal(Number(row?.same), 0);
    });

    it('would compare without case in a table that does not name its collation', async () => {
      const careless: Migration = { name: '0002-careless', up: () => ['create table careless (name varchar(9) not null primary key)'] };
      const other = await database.open({ ...itemSchema, migrations: [...itemSchema.migrations, careless] });
      await other.migrate();
      const insert = (name: string) => other.transaction((em) => em.execute('insert into careless (name) values (?)', [name]));
      await insert('a');
      equal(faultOf(await failureOf(insert('A'))), 'duplicate');
      const refused = await failureOf(other.migrate());
      ok(refused instanceof UnusableSchema);
      match(refused.message, /^careless\.name compares texts by \w+, for which different names may be the same; alter the table to/);
    });
  });
}

/** Opens when `count` callers wait. */
function gate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return () => {
    missing -= 1;
    if (missing === 0) resolve();
    return promise;
  };
}
