import { deepEqual, equal, rejects } from 'node:assert/strict';
import { newWorkspace, removeWorkspace, testEnvironment, type Workspace } from '@signalbox/testing';
import { moveCheckpoint, readCounter } from '../lease/counter.ts';
import { takeLease } from '../lease/lease.ts';
import type { StoreOptions } from '../location.ts';
import { openStore } from '../dialect/open-store.ts';
import { openRestoring, revisionLeap } from './restoring.ts';
import { openSnapshot } from './snapshot.ts';
import type { Value } from './snapshot-reader.ts';
import { Item, item, itemMigration, itemSchema, message, writeItem, writeMessages } from '../store.fixture.ts';
import type { Store } from '../store.ts';

const url = testEnvironment.mysqlUrl ?? 'sqlite:';

describe('snapshots and restores', () => {
  let workspace: Workspace;
  const stores: Store[] = [];
  const optionsOf = (service: string): StoreOptions => ({
    service,
    prefix: workspace.prefix,
    dataDir: workspace.dataDir,
    deadlineFactor: 20,
  });
  const open = async (service: string) => {
    const store = await openStore(url, optionsOf(service), itemSchema);
    stores.push(store);
    return store;
  };
  const migrated = async (service: string) => {
    const store = await open(service);
    await store.migrate();
    return store;
  };
  beforeEach(async () => {
    workspace = await newWorkspace();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await removeWorkspace(workspace);
  });

  async function rowsOf(services: readonly string[], meanwhile: () => Promise<void>): Promise<Record<string, Value[][]>> {
    const snapshot = await openSnapshot(url, services.map(optionsOf));
    await meanwhile();
    const found: Record<string, Value[][]> = {};
    for (const service of services)
      for await (const { table, rows } of snapshot.tablesOf(service))
        if (table === 'item') found[service] = await Array.fromAsync(rows(), (row) => [...row]);
    await snapshot.close();
    return found;
  }

  it('show all services at the moment of the snapshot, regardless of later writes', async () => {
    const [one, other] = [await migrated('one'), await migrated('other')];
    for (const store of [one, other]) await store.transaction(async (em) => void em.create(Item, item('before', 1)));
    const rows = await rowsOf(['one', 'other'], async () => {
      for (const store of [one, other]) await store.transaction(async (em) => void em.create(Item, item('after', 2)));
    });
    deepEqual(rows, { one: [['before', null, 1]], other: [['before', null, 1]] });
    await rejects(openSnapshot(url, [optionsOf('missing')]), { name: 'UnusableSchema' });
  });

  it('include the next number of a table, even if its last rows were deleted', async () => {
    const store = await migrated('numbered');
    const serial = store.dialect === 'mysql' ? 'integer not null auto_increment primary key' : 'integer not null primary key autoincrement';
    await store.transaction(async (em) => {
      await em.execute(`create table numbered (id ${serial}, name varchar(10))`);
      await em.execute("insert into numbered (name) values ('a'), ('b'), ('c')");
      await em.execute('delete from numbered where id > 1');
    });
    const snapshot = await openSnapshot(url, [optionsOf('numbered')]);
    const numbers = new Map<string, number | null>();
    for await (const { table, nextId } of snapshot.tablesOf('numbered')) numbers.set(table, nextId);
    await snapshot.close();
    deepEqual([numbers.get('numbered'), numbers.get('item')], [4, null]);
  });

  it('refuse a database with tables, and prevent services from starting before the restore has ended', async () => {
    await migrated('used');
    const used = await openRestoring(url, optionsOf('used'), [itemMigration]);
    equal((await used.state()).is, 'in use');
    await used.close();
    const restoring = await openRestoring(url, optionsOf('new'), [itemMigration]);
    equal((await restoring.state()).is, 'empty');
    await restoring.begin('a backup');
    deepEqual(await restoring.state(), { is: 'loading', backup: 'a backup' });
    const store = await open('new');
    await rejects(store.migrate(), { name: 'UnusableSchema', message: /^a restore was interrupted there/ });
    await restoring.load({ table: 'item', columns: ['name', 'note', 'at'] }, [
      ['a', null, 1],
      ['b', "ø “” \\ ' 🚦", 2],
    ]);
    await restoring.loaded(0);
    deepEqual(await restoring.state(), { is: 'loaded', backup: 'a backup' });
    await rejects(store.migrate());
    await restoring.end();
    await restoring.close();
    await store.migrate();
    deepEqual(
      (await store.reader().find(Item, {}, { orderBy: { name: 'asc' } })).map(({ name, note }) => [name, note]),
      [
        ['a', null],
        ['b', "ø “” \\ ' 🚦"],
      ],
    );
  });

  it('resend recent messages, and raise the revision above all published ones', async () => {
    const store = await migrated('sender');
    await store.transaction((em) => writeMessages(em, [message(), message()], { now: new Date(1000) }));
    await store.transaction((em) => writeMessages(em, [message()], { now: new Date(5000) }));
    await store.transaction((em) => writeItem(em, 'last'));
    const lease = await takeLease(store, 'relay', 'me', 60_000);
    equal(await store.transaction((em) => moveCheckpoint(em, { from: 0, to: 4 }, { name: 'relay', fence: lease?.fence ?? 0 })), true);
    const restoring = await openRestoring(url, optionsOf('copy'), [itemMigration]);
    await restoring.begin('a backup');
    const snapshot = await openSnapshot(url, [optionsOf('sender')]);
    for await (const table of snapshot.tablesOf('sender')) await restoring.load(table, await Array.fromAsync(table.rows()));
    await snapshot.close();
    await restoring.loaded(5000);
    await restoring.end();
    await restoring.close();
    const { published, revision, ...numbers } = await readCounter((await open('copy')).reader());
    deepEqual({ published, revision }, { published: 2, revision: 1 + revisionLeap });
    deepEqual(numbers, { id: 1, message: 4, position: 1 });
  });
});
