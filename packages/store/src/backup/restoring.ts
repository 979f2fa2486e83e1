import { type Kysely, sql } from 'kysely';
import type { BaseTables } from '../base-tables.ts';
import type { StoreOptions } from '../location.ts';
import { isMigrators, migrate, restoreMark, stepsOf } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import type { RestoreDialect } from './restore-dialect.ts';
import type { TableContent } from './snapshot.ts';
import type { Value } from './snapshot-reader.ts';

/** State of a database before a restore. `loading` and `loaded` are phases of an unfinished one. */
export interface RestoreState {
  readonly is: 'empty' | 'in use' | 'loading' | 'loaded';
  /** The backup that is being restored. */
  readonly backup: string | null;
}

/** Restores one service's database. Until `end`, the service refuses to start on it. */
export interface Restoring {
  readonly location: string;
  /** Names of the migrations of this version, in order. */
  readonly migrations: readonly string[];
  state(): Promise<RestoreState>;
  /** Deletes the remains of an unfinished restore, marks the database, and creates empty tables. */
  begin(backup: string): Promise<void>;
  load(table: Pick<TableContent, 'table' | 'columns'>, rows: readonly (readonly Value[])[]): Promise<void>;
  /** Sets the lowest number of later rows. */
  numberFrom(table: string, nextId: number): Promise<void>;
  /**
   * Called once all rows are loaded. Messages from `resendFrom` on (epoch milliseconds) will be sent again, because other services may lack
   * them. The revision rises above all that were published after the backup, so that no replica mistakes the restored state for one that it
   * already has.
   */
  loaded(resendFrom: number): Promise<void>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** Increase of the revision: more than the number of changes between any backup and its restore. */
export const revisionLeap = 1_000_000;

/** Opens one service's database for a restore, and creates it if missing. */
export async function openRestoring(url: string, options: StoreOptions, own: readonly Migration[]): Promise<Restoring> {
  const parsed = new URL(url);
  const { openSqliteRestoring } = await import('./sqlite-restoring.ts');
  const { openMysqlRestoring } = await import('./mysql-restoring.ts');
  const opened = await (parsed.protocol === 'mysql:' ? openMysqlRestoring(parsed, options) : openSqliteRestoring(parsed, options));
  return restoringOf(opened, own);
}

type MarkTable = Record<typeof restoreMark, { backup: string; state: 'loading' | 'loaded' }>;

function restoringOf({ dialect, location, database, migrating, numberFrom }: RestoreDialect, own: readonly Migration[]): Restoring {
  const marks = database as Kysely<MarkTable>;
  const base = database as unknown as Kysely<BaseTables>;
  const tableNames = async () => (await database.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
  return {
    location,
    migrations: stepsOf({ own, dialect }).map(({ name }) => name),
    numberFrom,
    async state() {
      const tables = await tableNames();
      if (tables.length === 0) return { is: 'empty', backup: null };
      if (!tables.includes(restoreMark)) return { is: 'in use', backup: null };
      const mark = await marks.selectFrom(restoreMark).selectAll().executeTakeFirst();
      return { is: mark?.state ?? 'loading', backup: mark?.backup ?? null };
    },
    async begin(backup) {
      // The mark is the first table to be created and the last one to be dropped.
      await sql`create table if not exists ${sql.table(restoreMark)} (backup varchar(100) not null, state varchar(10) not null)`.execute(
        marks,
      );
      for (const table of await tableNames()) if (table !== restoreMark) await database.schema.dropTable(table).execute();
      await marks.deleteFrom(restoreMark).execute();
      await marks.insertInto(restoreMark).values({ backup, state: 'loading' }).execute();
      await migrating((db) => migrate(db, { own, dialect }));
      for (const table of await tableNames())
        if (table !== restoreMark && !isMigrators(table)) await sql`delete from ${sql.table(table)}`.execute(database);
    },
    async load({ table, columns }, rows) {
      if (rows.length === 0) return;
      const tuples = rows.map((row) => sql`(${sql.join(row)})`);
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(tuples)}`.execute(database);
    },
    async loaded(resendFrom) {
      const first = await base
        .selectFrom('outbox_unit')
        .select('first_number')
        .where('created_at', '>=', resendFrom)
        .orderBy('last_number')
        .limit(1)
        .executeTakeFirst();
      const before = first ? Number(first.first_number) - 1 : Number.MAX_SAFE_INTEGER;
      await base.updateTable('counter').set({ published: before }).where('published', '>', before).execute();
      await base
        .updateTable('counter')
        .set((counter) => ({ revision: counter('revision', '+', revisionLeap) }))
        .execute();
      await marks.updateTable(restoreMark).set({ state: 'loaded' }).execute();
    },
    end: () => database.schema.dropTable(restoreMark).ifExists().execute(),
    close: () => database.destroy(),
  };
}
