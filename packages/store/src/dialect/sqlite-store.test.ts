import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateElsewhere } from './migrate-elsewhere.fixture.ts';
import type { StoreOptions } from '../location.ts';
import { openStore } from './open-store.ts';
import { failureOf, Item, item, itemSchema, type TestDatabase } from '../store.fixture.ts';
import { describeStore } from '../store.suite.ts';
import { faultOf, type Store } from '../store.ts';

async function newDatabase(): Promise<TestDatabase & { readonly file: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalbox-store-'));
  const options: StoreOptions = { service: 'items', prefix: '', dataDir };
  const stores: Store[] = [];
  return {
    file: join(dataDir, 'items.db'),
    async open(schema = itemSchema) {
      const store = await openStore('sqlite:', options, schema);
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

describe('store on SQLite, beyond the suite', function () {
  this.timeout(20_000);
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
      const begin = performance.now();
      equal(faultOf(await failureOf(other.transaction(() => Promise.resolve()))), 'conflict');
      equal(performance.now() - begin < 2000, true);
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

  it('survives a power cut: a write-ahead log, synchronised at each commit', async () => {
    const store = await database.open();
    const connection = store.reader().getConnection('write');
    deepEqual(
      [
        await connection.execute('pragma journal_mode'),
        await connection.execute('pragma synchronous'),
        await connection.execute('pragma foreign_keys'),
      ],
      [[{ journal_mode: 'wal' }], [{ synchronous: 2 }], [{ foreign_keys: 1 }]],
    );
  });

  it('checkpoints a large log after the commit, and truncates it with the next one', async () => {
    const store = await database.open();
    await store.migrate();
    const bytes = (file: string) => statSync(file).size;
    const log = `${database.file}-wal`;
    await store.transaction(async (em) => {
      for (let n = 0; n < 20; n += 1) em.create(Item, { ...item(`large ${n}`), note: 'x'.repeat(500_000) });
    });
    deepEqual([bytes(log) > 10_000_000, bytes(database.file) < 1_000_000], [true, true]);
    await yieldToOthers();
    equal(bytes(database.file) > 10_000_000, true);
    await store.transaction(async (em) => void em.create(Item, item('small')));
    equal(bytes(log) <= 4_194_304, true);
    equal(await store.reader().count(Item), 21);
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
