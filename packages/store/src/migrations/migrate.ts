import { CompiledQuery, type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { exactCollations, exactText } from './collation.ts';
import { encryptionKeys } from './0000-encryption-keys.ts';
import { messagesAndLeases } from './0000-messages-and-leases.ts';
import { requiredMigrations, requireMigration } from './0000-required-migrations.ts';
import type { Migration, MigrationWords } from './migration.ts';
import { type MigrationListener, type PlannedMigration, type Store, UnusableSchema } from '../store.ts';

/** Runs `work` on a database that is ready for migrations, and closes everything that it opened for them. */
export type WithDatabase = <T>(work: (db: Kysely<unknown>) => Promise<T>) => Promise<T>;

/** Tables of executed and of required migrations. */
const migrationTable = 'migration';
const requiredTable = 'required_migration';

/** Returns true for the migrator's own tables. */
export const isMigrators = (table: string): boolean => [migrationTable, `${migrationTable}_lock`, requiredTable].includes(table);

/** Table that marks a database with an unfinished restore. */
export const restoreMark = 'unfinished_restore';

const words: Record<Store['dialect'], MigrationWords> = {
  mysql: {
    serial: 'integer not null auto_increment primary key',
    exact: `character set utf8mb4 collate ${exactText}`,
    widen: (table, column, definition) => [`alter table ${table} modify column ${column} ${definition}`],
  },
  sqlite: { serial: 'integer not null primary key autoincrement', exact: '', widen: () => [] },
};

/** Migrations of a service, and their dialect. */
export interface Migrating {
  readonly own: readonly Migration[];
  readonly dialect: Store['dialect'];
}

/** Runs the pending migrations, those of the base tables before the service's own. */
export async function migrate(db: Kysely<unknown>, migrating: Migrating, listener: MigrationListener = () => undefined): Promise<void> {
  const executed = new Set(await namesIn(db, migrationTable, migrating));
  if (stepsOf(migrating).every(({ name }) => executed.has(name))) return;
  const { error, results } = await migratorOf(db, migrating, executed, listener).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(failed ? `migration ${failed} failed` : 'migrations could not run', { cause: error });
}

/** All migrations of the code in order, each with its status. Changes nothing. */
export async function planMigrations(db: Kysely<unknown>, migrating: Migrating): Promise<PlannedMigration[]> {
  const executed = new Set(await namesIn(db, migrationTable, migrating));
  const steps = stepsOf(migrating).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return steps.map(({ name, statements }) => ({ name, statements: statements.length, isDone: executed.has(name) }));
}

/**
 * Throws `UnusableSchema` if a migration requires a later version, a restore is unfinished, or a collation was altered. Changes nothing.
 */
export async function refuseUnusableSchema(db: Kysely<unknown>, migrating: Migrating): Promise<void> {
  const tables = await tablesIn(db, migrating);
  if (tables.has(restoreMark)) throw new UnusableSchema('a restore was interrupted there; run it again with the same file');
  if (!tables.has(migrationTable)) return;
  const known = new Set(stepsOf(migrating).map(({ name }) => name));
  const unknown = (await namesIn(db, requiredTable, migrating)).find((name) => !known.has(name));
  if (unknown)
    throw new UnusableSchema(
      `a later version has migrated it, and only versions with migration ${unknown} can run on it; start one of them, or restore a backup of this version`,
    );
  if (migrating.dialect === 'mysql') await refuseInexactTexts(db);
}

/** Names that differ only in case are different names. If they compared as equal, one user could get data of another. */
async function refuseInexactTexts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; collation: string }>`
    select table_name as \`table\`, column_name as \`column\`, collation_name as \`collation\` from information_schema.columns
    where table_schema = database() and collation_name is not null
      and collation_name not in (${sql.join(exactCollations)})
    order by table_name, column_name`.execute(db);
  const inexact = rows.find(({ table }) => !isMigrators(table));
  if (!inexact) return;
  const { table, column, collation } = inexact;
  throw new UnusableSchema(
    `${table}.${column} compares texts by ${collation}, for which different names may be the same; alter the table to ${exactCollations.join(' (MariaDB) or ')} (MySQL)`,
  );
}

/** All migrations of a service's database in order, with their statements. */
export const stepsOf = ({ own, dialect }: Migrating) =>
  [encryptionKeys, messagesAndLeases, requiredMigrations, ...own].map(({ name, up, runsFrom }) => ({
    name,
    statements: [...(runsFrom === undefined ? [] : [requireMigration(runsFrom)]), ...up(words[dialect])],
  }));

/** The library's introspection would also read all columns, table by table. */
async function tablesIn(db: Kysely<unknown>, { dialect }: Migrating): Promise<Set<string>> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(tablesQuery[dialect]));
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

const tablesQuery: Record<Store['dialect'], string> = {
  sqlite: "select name from sqlite_master where type = 'table'",
  mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
};

async function namesIn(db: Kysely<unknown>, table: string, migrating: Migrating): Promise<string[]> {
  if (!(await tablesIn(db, migrating)).has(table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The library refuses to run if it lacks an executed migration, so those of later versions are listed without statements. */
function migratorOf(db: Kysely<unknown>, migrating: Migrating, executed: ReadonlySet<string>, listener: MigrationListener): Migrator {
  const ofOthers = [...executed].map((name) => [name, { up: () => Promise.resolve() }]);
  const steps = stepsOf(migrating).map(({ name, statements }) => [
    name,
    { up: (connection: Kysely<unknown>) => runAll(connection, statements, (done) => listener({ name, done, of: statements.length })) },
  ]);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries([...ofOthers, ...steps])) };
  const tables = { migrationTableName: migrationTable, migrationLockTableName: `${migrationTable}_lock` };
  // A new migration of the base tables sorts before executed migrations of the service.
  return new Migrator({ db, provider, ...tables, allowUnorderedMigrations: true });
}

async function runAll(connection: Kysely<unknown>, statements: readonly string[], listener: (done: number) => void): Promise<void> {
  listener(0);
  for (const [index, statement] of statements.entries()) {
    try {
      await connection.executeQuery(CompiledQuery.raw(statement));
    } catch (error) {
      if (!existsAlready(error)) throw error;
    }
    listener(index + 1);
  }
}

/** MySQL has no `if not exists` for indexes and columns, and does not roll back the statements of an interrupted migration. */
const existsAlready = (error: unknown) => ['ER_DUP_KEYNAME', 'ER_DUP_FIELDNAME'].includes(String((error as { code?: unknown }).code));
