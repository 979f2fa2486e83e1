import { Kysely, sql } from 'kysely';
import { schemaOf, type StoreOptions } from '../location.ts';
import { createDatabase, migrateMysql, openMysqlAlone } from '../dialect/mysql-dialect.ts';
import type { RestoreDialect } from './restore-dialect.ts';

/** Opens the service's schema, and creates it if missing. */
export async function openMysqlRestoring(url: URL, options: StoreOptions): Promise<RestoreDialect> {
  const location = schemaOf(options);
  await createDatabase(url, location);
  const database = new Kysely<unknown>({ dialect: openMysqlAlone(url, location) });
  await sql`set session foreign_key_checks = 0`.execute(database);
  return {
    dialect: 'mysql',
    location,
    database,
    migrating: (work) => migrateMysql(url, location, work),
    async numberFrom(table, nextId) {
      await sql`alter table ${sql.table(table)} auto_increment = ${sql.lit(nextId)}`.execute(database);
    },
  };
}
