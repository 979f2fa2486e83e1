import { CompiledQuery, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { exactText } from './collation.ts';
import { messagesAndLeases } from './migrations/0000-messages-and-leases.ts';
import type { Migration, MigrationWords } from './migrations/migration.ts';
import type { Store } from './store.ts';

/** Runs `work` on a database that migrations may run on, and closes what it opened for that. */
export type WithDatabase = <T>(work: (db: Kysely<unknown>) => Promise<T>) => Promise<T>;

const words: Record<Store['dialect'], MigrationWords> = {
  mysql: { serial: 'integer not null auto_increment primary key', exact: `character set utf8mb4 collate ${exactText}` },
  sqlite: { serial: 'integer not null primary key autoincrement', exact: '' },
};

/** Runs what has not run yet of the base tables' and the service's own migrations, in this order. */
export async function migrate(db: Kysely<unknown>, own: readonly Migration[], dialect: Store['dialect']): Promise<void> {
  const { error, results } = await migratorOf(db, own, dialect).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(failed ? `migration ${failed} failed` : 'migrations could not run', { cause: error });
}

/** The names of what `migrate` would run, in its order. Changes nothing. */
export async function pendingMigrations(db: Kysely<unknown>, own: readonly Migration[], dialect: Store['dialect']): Promise<string[]> {
  const known = await migratorOf(db, own, dialect).getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

function migratorOf(db: Kysely<unknown>, own: readonly Migration[], dialect: Store['dialect']): Migrator {
  const steps = [messagesAndLeases, ...own].map(({ name, up }) => {
    const statements = up(words[dialect]);
    return [name, { up: (connection: Kysely<unknown>) => runAll(connection, statements) }];
  });
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(steps)) };
  const tables = { migrationTableName: 'migration', migrationLockTableName: 'migration_lock' };
  // A new step of the base tables sorts before steps of the service that have run long ago.
  return new Migrator({ db, provider, ...tables, allowUnorderedMigrations: true });
}

async function runAll(connection: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    try {
      await connection.executeQuery(CompiledQuery.raw(statement));
    } catch (error) {
      if (!existsAlready(error)) throw error;
    }
  }
}

/** MySQL knows no `if not exists` for indexes and columns, and keeps what a migration did before it was interrupted. */
const existsAlready = (error: unknown) => ['ER_DUP_KEYNAME', 'ER_DUP_FIELDNAME'].includes(String((error as { code?: unknown }).code));
