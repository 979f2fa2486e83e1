import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from '@signalbox/kit';
import { type EntityManager, openStore, type Store } from '@signalbox/store';

type Row = Readonly<Record<string, unknown>>;
type Everything = Readonly<Record<string, Record<string, unknown>>>;

/** A database that is opened once and emptied before each run. */
export interface Database {
  readonly store: Store;
  readonly renew: () => Promise<void>;
}

/** The real databases of the services, in a folder in memory if available, because a run needs thousands of commits. */
export async function openDatabases(services: readonly Service[]) {
  const dataDir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'signalbox-simulation-'));
  const databases = new Map<string, Database>();
  for (const { name, entities = [], migrations = [] } of services) {
    const store = await openStore(
      'sqlite:',
      { service: name, prefix: '', dataDir, syncFile: async () => undefined },
      { entities, migrations },
    );
    await store.migrate();
    databases.set(name, { store, renew: await renewing(store) });
  }
  const close = async () => {
    for (const { store } of databases.values()) await store.close();
    rmSync(dataDir, { recursive: true });
  };
  return { databases, close };
}

async function renewing(store: Store): Promise<() => Promise<void>> {
  const names = await tablesOf(store.reader());
  const initial = new Map<string, Row[]>();
  for (const name of names) initial.set(name, await query(store.reader()).selectFrom(name).selectAll().execute());
  return () =>
    store.transaction(async (em) => {
      for (const name of names) {
        await query(em).deleteFrom(name).execute();
        const rows = initial.get(name) ?? [];
        if (rows.length > 0) await query(em).insertInto(name).values(rows).execute();
      }
    });
}

const query = (em: EntityManager) => em.getKysely<Everything>();

/** All tables except the migrator's. Generated ids start over as well. */
async function tablesOf(em: EntityManager): Promise<string[]> {
  const rows = await query(em).selectFrom('sqlite_master').select('name').where('type', '=', 'table').execute();
  return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('migration'));
}
