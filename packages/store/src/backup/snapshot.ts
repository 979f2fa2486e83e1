import type { StoreOptions } from '../location.ts';
import { isMigrators, restoreMark } from '../migrations/migrate.ts';
import type { SnapshotReader, Value } from './snapshot-reader.ts';
import { UnusableSchema } from '../store.ts';

/** A table at the moment of a snapshot. */
export interface TableContent {
  readonly table: string;
  readonly columns: readonly string[];
  /** Lowest number of the next row, if the database numbers them. */
  readonly nextId: number | null;
  /** All rows, with values in the order of `columns`, read on demand. */
  readonly rows: () => AsyncIterable<readonly Value[]>;
}

/** The databases of several services at one moment, always between transactions. */
export interface Snapshot {
  /** Names of the migrations that have run in a service's database, in order. */
  migrationsOf(service: string): Promise<string[]>;
  /** Fingerprints of the keys that a service's values are encrypted with. */
  encryptionKeysOf(service: string): Promise<string[]>;
  /** All tables except those of the migrator. Read them one at a time. */
  tablesOf(service: string): AsyncIterable<TableContent>;
  close(): Promise<void>;
}

/**
 * Takes a snapshot of these services at `url` while they run. SQLite blocks writers for some milliseconds, MySQL none. Throws
 * `UnusableSchema` for a missing database, or for one with an unfinished restore. A snapshot supports one read at a time.
 */
export async function openSnapshot(url: string, options: readonly StoreOptions[]): Promise<Snapshot> {
  const parsed = new URL(url);
  const { openSqliteReader } = await import('./sqlite-reader.ts');
  const { openMysqlReader } = await import('./mysql-reader.ts');
  const reader = await (parsed.protocol === 'mysql:' ? openMysqlReader(parsed, options) : openSqliteReader(parsed, options));
  return snapshotOf(reader);
}

function snapshotOf(reader: SnapshotReader): Snapshot {
  const column = async (service: string, table: string, name: string) => {
    const values: string[] = [];
    for await (const [value] of reader.read(`select ${name} from ${reader.quoted(service, table)} order by ${name}`))
      values.push(String(value));
    return values;
  };
  return {
    migrationsOf: (service) => column(service, 'migration', 'name'),
    encryptionKeysOf: (service) => column(service, 'encryption_key', 'fingerprint'),
    async *tablesOf(service) {
      const columns = Map.groupBy(await reader.columnsOf(service), ({ table }) => table);
      for (const [table, those] of columns) {
        if (table === restoreMark) throw new UnusableSchema('a restore was interrupted there; run it again with the same file');
        if (isMigrators(table)) continue;
        const names = those.map(({ column }) => column);
        const nextId = await reader.nextIdOf(service, table);
        const text = `select ${names.map((name) => `\`${name}\``).join(', ')} from ${reader.quoted(service, table)}`;
        yield { table, columns: names, nextId, rows: () => reader.read(text) };
      }
    },
    close: () => reader.close(),
  };
}
