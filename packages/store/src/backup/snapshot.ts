import type { StoreOptions } from '../location.ts';
import { isMigrators, restoreMark } from '../migrations/migrate.ts';
import type { SnapshotReader, Value } from './snapshot-reader.ts';
import { UnusableSchema } from '../store.ts';

/** A table as it was at the moment of a snapshot. */
export interface TableContent {
  readonly table: string;
  readonly columns: readonly string[];
  /** The number that the next row would have got at least, where the database numbers them. */
  readonly nextId: number | null;
  /** Every row, in the order of `columns`; read as they are asked for. */
  readonly rows: () => AsyncIterable<readonly Value[]>;
}

/** The databases of several services at one moment: of each transaction, of whichever service, all of it or nothing. */
export interface Snapshot {
  /** The names of the migrations that have run in a service's database, in order. */
  migrationsOf(service: string): Promise<string[]>;
  /** The fingerprints of the keys that a service's values are encrypted under. */
  encryptionKeysOf(service: string): Promise<string[]>;
  /** Every table but those of the migrator. One at a time. */
  tablesOf(service: string): AsyncIterable<TableContent>;
  close(): Promise<void>;
}

/**
 * Takes a snapshot of these services at `url` while they run. On SQLite they wait for some milliseconds; on MySQL for nothing.
 * Throws `UnusableSchema` for a database that is not there, and at a table of one whose restore has not ended. One snapshot reads one thing at a time.
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
        if (table === restoreMark) throw new UnusableSchema('a restore has not ended there; run it again with the same file');
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
