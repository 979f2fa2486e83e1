import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { fdatasyncSync, statSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { migrateElsewhere } from './migrate-elsewhere.fixture.ts';
import type { StoreOptions } from '../location.ts';
import { openStore } from './open-store.ts';
import { openSqlite } from './sqlite-dialect.ts';
import { logOf } from './sqlite-log.ts';
import { failureOf, Item, item, itemSchema } from '../store.fixture.ts';
import { describeStore } from '../store.suite.ts';
import { faultOf, type Store } from '../store.ts';

async function newDatabase() {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalbox-store-'));
  const options: StoreOptions = { service: 'items', prefix: '', dataDir };
  const stores: Store[] = [];
  return {
    file: join(dataDir, 'items.db'),
    async open(schema = itemSchema, syncFile?: StoreOptions['syncFile']) {
      const store = await openStore('sqlite:', { ...options, ...(syncFile && { syncFile }) }, schema);
      stores.push(store);
      return store;
    },
    migrateElsewhere: () => migrateElsewhere('sqlite:', options),
    async end() {
      await Promise.all(stores.map((store) => store.close()));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

describeStore('store on SQLite', newDatabase);

describe('store on SQLite, beyond the suite', () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  beforeEach(async () => {
    database = await newDatabase();
  });
  afterEach(() => database.end());

  it('reports a conflict when another connection writes for longer than a second', async () => {
    const [one, other] = [await database.open(), await database.open()];
    await one.migrate();
    await one.transaction(async (em) => {
      em.create(Item, item('held'));
      await em.flush();
      equal(faultOf(await failureOf(other.transaction(() => Promise.resolve()))), 'conflict');
    });
    await other.transaction(async (em) => void em.create(Item, item('next')));
    equal(await one.reader().count(Item), 2);
  });

  it('reports a full disk as unavailable, rolls back, and works when there is room again', async () => {
    const store = await database.open();
    await store.migrate();
    const write = store.reader().getConnection('write');
    const [{ page_count: pages }] = await write.execute<[{ page_count: number }]>('pragma page_count');
    await write.execute(`pragma max_page_count = ${pages + 10}`);
    const large = (name: string) => store.transaction(async (em) => void em.create(Item, { ...item(name), note: 'x'.repeat(500_000) }));
    for (let n = 0; n < 3; n += 1) equal(faultOf(await failureOf(large('large'))), 'unavailable');
    await store.transaction(async (em) => void em.create(Item, item('small')));
    await write.execute('pragma max_page_count = 1000000');
    await large('large');
    equal(await store.reader().count(Item), 2);
  });

  it('lets readers read during a write', async () => {
    const [one, other] = [await database.open(), await database.open()];
    await one.migrate();
    await one.transaction(async (em) => {
      em.create(Item, item('held'));
      await em.flush();
      equal(await other.reader().count(Item), 0);
    });
    equal(await other.reader().count(Item), 1);
  });

  it('rejects a write outside of a transaction on the read connection', async () => {
    const store = await database.open();
    await store.migrate();
    await rejects(store.reader().getConnection('read').execute('delete from item'), /readonly|read-only/i);
  });

  describe('a commit', () => {
    let syncs: PromiseWithResolvers<void>[];
    let store: Store;
    beforeEach(async () => {
      syncs = [];
      store = await database.open(itemSchema, (descriptor) => {
        const sync = Promise.withResolvers<void>();
        syncs.push(sync);
        fdatasyncSync(descriptor);
        return sync.promise;
      });
      const migrated = store.migrate();
      while (syncs.length === 0) await yieldToOthers();
      syncs.shift()?.resolve();
      await migrated;
    });

    const create = (name: string) => store.transaction(async (em) => void em.create(Item, item(name)));
    const whenStored = async (count: number) => {
      while ((await store.reader().count(Item)) < count) await yieldToOthers();
    };
    const isPending = (work: Promise<unknown>) => Promise.race([work.then(() => false), yieldToOthers().then(() => true)]);

    it('is acknowledged once the log is on the disk', async () => {
      const created = create('first');
      await whenStored(1);
      equal(await isPending(created), true);
      equal(await isPending(store.synced()), true);
      syncs.shift()?.resolve();
      await created;
      await store.synced();
      equal(syncs.length, 0);
    });

    it('shares the next sync with all that arrive during one', async () => {
      const first = create('first');
      await whenStored(1);
      const others = Promise.all(['second', 'third', 'fourth'].map(create));
      await whenStored(4);
      syncs.shift()?.resolve();
      await first;
      equal(await isPending(others), true);
      equal(syncs.length, 1);
      syncs.shift()?.resolve();
      await others;
      equal(syncs.length, 0);
    });

    it('fails if the disk does, and the next one syncs again', async () => {
      const created = create('first');
      await whenStored(1);
      syncs.shift()?.reject(Object.assign(new Error('the disk failed'), { code: 'EIO' }));
      equal(faultOf(await failureOf(created)), 'unavailable');
      const next = create('second');
      await whenStored(2);
      syncs.shift()?.resolve();
      await next;
    });
  });

  it('checks foreign keys and keeps a write-ahead log', async () => {
    const store = await database.open();
    const connection = store.reader().getConnection('write');
    deepEqual(
      [await connection.execute('pragma journal_mode'), await connection.execute('pragma foreign_keys')],
      [[{ journal_mode: 'wal' }], [{ foreign_keys: 1 }]],
    );
  });

  it('checkpoints a large log after the commit, and truncates it with a later one', async () => {
    const store = await database.open();
    await store.migrate();
    const bytes = (file: string) => statSync(file).size;
    const log = `${database.file}-wal`;
    await store.transaction(async (em) => {
      for (let n = 0; n < 20; n += 1) em.create(Item, { ...item(`large ${n}`), note: 'x'.repeat(500_000) });
    });
    equal(bytes(log) > 10_000_000, true);
    while (bytes(database.file) < 10_000_000) await yieldToOthers();
    for (let n = 0; bytes(log) > 8_388_608; n += 1) {
      await store.transaction(async (em) => void em.create(Item, item(`small ${n}`)));
      await yieldToOthers();
    }
    equal(await store.reader().count(Item, { note: 'x'.repeat(500_000) }), 20);
  });

  it('reports a failed checkpoint, and starts another one after the next commit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-log-'));
    const reported: unknown[] = [];
    // A folder is no database.
    const log = logOf(folder, { report: (error) => void reported.push(error) });
    await writeFile(`${folder}-wal`, Buffer.alloc(9_000_000));
    for (const commit of [1, 2]) {
      log.committed();
      log.committed();
      while (reported.length < commit) await yieldToOthers();
    }
    await log.close();
    deepEqual(
      reported.map((error) => (error as { code?: string }).code),
      ['SQLITE_CANTOPEN', 'SQLITE_CANTOPEN'],
    );
    await rm(folder, { recursive: true });
    await rm(`${folder}-wal`);
  });

  it('ends its checkpoint before a query builder closes it', async () => {
    const builder = new Kysely<{ large: { note: string } }>({ dialect: openSqlite(database.file, 'write').dialect });
    await builder.schema.createTable('large').addColumn('note', 'text').execute();
    // The last connection to a file would move the log by itself.
    const other = new Database(database.file);
    other.prepare('select * from large').all();
    await builder.transaction().execute((work) =>
      work
        .insertInto('large')
        .values({ note: 'x'.repeat(10_000_000) })
        .execute(),
    );
    await builder.destroy();
    equal(statSync(database.file).size > 10_000_000, true);
    other.close();
  });

  it('makes its file accessible to its owner only', async () => {
    await (await database.open()).migrate();
    equal((await stat(database.file)).mode & 0o777, 0o600);
  });
});

describe('openStore', () => {
  it('rejects a scheme without an adapter', async () => {
    await rejects(
      openStore('postgres://localhost', { service: 'x', prefix: '', dataDir: '' }, itemSchema),
      /no database adapter for postgres:/,
    );
  });
});
