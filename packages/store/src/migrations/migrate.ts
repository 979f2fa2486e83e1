import { CompiledQuery, type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { exactCollations, exactText } from './collation.ts';
import { encryptionKeys } from './0000-encryption-keys.ts';
import { messagesAndLeases } from './0000-messages-and-leases.ts';
import { requiredMigrations, requireMigration } from './0000-required-migrations.ts';
import type { Migration, MigrationWords } from './migration.ts';
import { type MigrationListener, type PlannedMigration, type Store, UnusableSchema } from '../store.ts';

/** Runs `work` on a database that migrations may run on, and closes what it opened for that. */
export type WithDatabase = <T>(work: (db: Kysely<unknown>) => Promise<T>) => Promise<T>;

/** Where it stands which migrations have run, and which of them a process must know. */
export const migrationTable = 'migration';
const requiredTable = 'required_migration';

/** Tables in which the migrator says what has run. */
export const isMigrators = (table: string): boolean => [migrationTable, `${migrationTable}_lock`, requiredTable].includes(table);

/** Stands in a database whose restore has not ended. */
export const restoreMark = 'unfinished_restore';

const words: Record<Store['dialect'], MigrationWords> = {
  mysql: { serial: 'integer not null auto_increment primary key', exact: `character set utf8mb4 collate ${exactText}` },
  sqlite: { serial: 'integer not null primary key autoincrement', exact: '' },
};

/** What a service brings, and on what it runs. */
export interface Migrating {
  readonly own: readonly Migration[];
  readonly dialect: Store['dialect'];
}

/** Runs what has not run yet of the base tables' and the service's own migrations, in this order. */
export async function migrate(db: Kysely<unknown>, migrating: Migrating, told: MigrationListener = () => undefined): Promise<void> {
  const executed = new Set(await namesIn(db, migrationTable));
  if (stepsOf(migrating).every(({ name }) => executed.has(name))) return;
  const { error, results } = await migratorOf(db, migrating, executed, told).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(failed ? `migration ${failed} failed` : 'migrations could not run', { cause: error });
}

/** Every migration of the code in its order, and whether it has run. Changes nothing. */
export async function planMigrations(db: Kysely<unknown>, migrating: Migrating): Promise<PlannedMigration[]> {
  const executed = new Set(await namesIn(db, migrationTable));
  const steps = stepsOf(migrating).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return steps.map(({ name, statements }) => ({ name, statements: statements.length, isDone: executed.has(name) }));
}

/**
 * Throws `UnusableSchema` where a migration requires a later version, where a restore has not ended, and where somebody has altered
 * how texts are compared. Changes nothing.
 */
export async function refuseUnusableSchema(db: Kysely<unknown>, migrating: Migrating): Promise<void> {
  const tables = await tablesIn(db);
  if (tables.has(restoreMark)) throw new UnusableSchema('a restore has not ended there; run it again with the same file');
  if (!tables.has(migrationTable)) return;
  const known = new Set(stepsOf(migrating).map(({ name }) => name));
  const unknown = (await namesIn(db, requiredTable)).find((name) => !known.has(name));
  if (unknown)
    throw new UnusableSchema(
      `a later version has migrated it, and only versions with migration ${unknown} can run on it; start one of them, or restore a backup of this version`,
    );
  if (migrating.dialect === 'mysql') await refuseInexactTexts(db);
}

/** Names that differ by case alone are different names: for whom they were the same, one would get what another may see. */
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

/** All migrations of a service's database in their order, with their statements. */
export const stepsOf = ({ own, dialect }: Migrating) =>
  [encryptionKeys, messagesAndLeases, requiredMigrations, ...own].map(({ name, up, runsFrom }) => ({
    name,
    statements: [...(runsFrom === undefined ? [] : [requireMigration(runsFrom)]), ...up(words[dialect])],
  }));

const tablesIn = async (db: Kysely<unknown>): Promise<Set<string>> =>
  new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name));

async function namesIn(db: Kysely<unknown>, table: string): Promise<string[]> {
  if (!(await tablesIn(db)).has(table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The library refuses to run if it misses a migration that has run, so those of a later version stand there without statements. */
function migratorOf(db: Kysely<unknown>, migrating: Migrating, executed: ReadonlySet<string>, told: MigrationListener): Migrator {
  const ofOthers = [...executed].map((name) => [name, { up: () => Promise.resolve() }]);
  const steps = stepsOf(migrating).map(({ name, statements }) => [
    name,
    { up: (connection: Kysely<unknown>) => runAll(connection, statements, (done) => told({ name, done, of: statements.length })) },
  ]);
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries([...ofOthers, ...steps])) };
  const tables = { migrationTableName: migrationTable, migrationLockTableName: `${migrationTable}_lock` };
  // A new step of the base tables sorts before steps of the service that have run long ago.
  return new Migrator({ db, provider, ...tables, allowUnorderedMigrations: true });
}

async function runAll(connection: Kysely<unknown>, statements: readonly string[], told: (done: number) => void): Promise<void> {
  told(0);
  for (const [index, statement] of statements.entries()) {
    try {
      await connection.executeQuery(CompiledQuery.raw(statement));
    } catch (error) {
      if (!existsAlready(error)) throw error;
    }
    told(index + 1);
  }
}

/** MySQL knows no `if not exists` for indexes and columns, and keeps what a migration did before it was interrupted. */
const existsAlready = (error: unknown) => ['ER_DUP_KEYNAME', 'ER_DUP_FIELDNAME'].includes(String((error as { code?: unknown }).code));
