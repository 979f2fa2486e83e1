import { existsSync } from 'node:fs';
import { yieldToOthers } from '@signalbox/timing';
import Database from 'better-sqlite3';
import { fileOf, type StoreOptions } from '../location.ts';
import { UnusableSchema } from '../store.ts';
import type { SnapshotReader, Value } from './snapshot-reader.ts';

/** Maximum wait for the write lock of a file. */
const waitMs = 30_000;
const rowsPerTurn = 200;

/**
 * Reads all files at one moment. Writers are blocked until the reads of all files have begun. Later writes stay in the log of their file,
 * which grows until the snapshot is closed.
 */
export function openSqliteReader(url: URL, options: readonly StoreOptions[]): Promise<SnapshotReader> {
  const writer = attached(url, options);
  const reader = attached(url, options);
  try {
    writer.exec('begin immediate');
    reader.exec('begin');
    for (const { service } of options) reader.prepare(`select count(*) from "${service}".sqlite_master`).get();
  } catch (error) {
    reader.close();
    throw error;
  } finally {
    writer.close();
  }
  return Promise.resolve(readerOf(reader));
}

function attached(url: URL, options: readonly StoreOptions[]): Database.Database {
  const missing = options.map((each) => fileOf(url, each)).find((file) => !existsSync(file));
  if (missing !== undefined) throw new UnusableSchema(`there is no database ${missing}`);
  const database = new Database(':memory:', { timeout: waitMs });
  for (const each of options) database.prepare(`attach ? as "${each.service}"`).run(fileOf(url, each));
  return database;
}

function readerOf(database: Database.Database): SnapshotReader {
  return {
    quoted: (service, table) => `"${service}"."${table}"`,
    columnsOf: (service) =>
      Promise.resolve(
        database
          .prepare(
            `select t.name as "table", c.name as "column" from "${service}".sqlite_master t join pragma_table_info(t.name, '${service}') c
              where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' order by t.name, c.cid`,
          )
          .all() as { table: string; column: string }[],
      ),
    nextIdOf(service, table) {
      if (!database.prepare(`select 1 from "${service}".sqlite_master where name = 'sqlite_sequence'`).get()) return Promise.resolve(null);
      const last = database.prepare(`select seq from "${service}".sqlite_sequence where name = ?`);
      const row = last.get(table) as { seq: number } | undefined;
      return Promise.resolve(row ? row.seq + 1 : null);
    },
    async *read(text) {
      let read = 0;
      for (const row of database.prepare(text).raw().iterate()) {
        yield row as Value[];
        read += 1;
        if (read % rowsPerTurn === 0) await yieldToOthers();
      }
    },
    close: () => Promise.resolve(void database.close()),
  };
}
