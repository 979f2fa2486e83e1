import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { fileOf, type StoreOptions } from '../location.ts';
import type { RestoreDialect } from './restore-dialect.ts';
import { openSqlite } from '../dialect/sqlite-dialect.ts';

/** Opens the service's file, and creates it if missing. */
export async function openSqliteRestoring(url: URL, options: StoreOptions): Promise<RestoreDialect> {
  const location = fileOf(url, options);
  mkdirSync(dirname(location), { recursive: true, mode: 0o700 });
  const database = new Kysely<unknown>({ dialect: openSqlite(location, 'write').dialect });
  await database.executeQuery(CompiledQuery.raw('pragma foreign_keys = off'));
  return {
    dialect: 'sqlite',
    location,
    database,
    migrating: (work) => work(database),
    async numberFrom(table, nextId) {
      const last = nextId - 1;
      await sql`delete from sqlite_sequence where name = ${table}`.execute(database);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(database);
    },
  };
}
